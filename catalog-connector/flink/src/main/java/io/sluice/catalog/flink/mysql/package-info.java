/* SPDX-License-Identifier: Apache-2.0 */
/**
 * MySQL and MariaDB as Flink tables, over plain JDBC. Values whose meaning a driver changes (dates,
 * times, floats) travel as text that the server itself writes, so both drivers give the same, exact
 * values; see docs/types.md and ADR 061.
 */
package io.sluice.catalog.flink.mysql;
