/* SPDX-License-Identifier: Apache-2.0 */
/** The Flink SQL engine process: its main class and how it is wired. */
package io.sluice.engine.flink;
