/* SPDX-License-Identifier: Apache-2.0 */
/** Iceberg catalogs as Flink tables, on Iceberg's own Flink source and sink, with no cache. */
package io.sluice.catalog.flink.iceberg;
