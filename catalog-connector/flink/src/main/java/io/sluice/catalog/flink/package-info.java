/* SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code datasource.database.table} in Flink: a catalog store that lists the datasources, a catalog
 * for each, and the table factory that resolves addresses and secrets in memory.
 */
package io.sluice.catalog.flink;
