/* SPDX-License-Identifier: Apache-2.0 */
/** Sessions and statements on Flink: settings, parsing, planning, running, and errors. */
package io.sluice.engine.flink.sql;
