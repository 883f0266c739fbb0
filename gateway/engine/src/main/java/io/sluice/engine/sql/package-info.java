/* SPDX-License-Identifier: Apache-2.0 */
/** What an engine has to bring to be served: sessions that run statements. */
package io.sluice.engine.sql;
