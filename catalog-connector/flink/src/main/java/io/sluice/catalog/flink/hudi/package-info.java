/* SPDX-License-Identifier: Apache-2.0 */
/** Hudi tables under a base path, on the connector of {@code io.sluice.flink.hudi}. */
package io.sluice.catalog.flink.hudi;
