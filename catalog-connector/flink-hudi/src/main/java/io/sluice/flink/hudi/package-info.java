/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Hudi tables in Flink SQL, on Hudi's engine-neutral Java libraries. {@link
 * io.sluice.flink.hudi.HudiTable} is the way in: it tells what a table is, and makes the source and
 * the sink for it.
 */
package io.sluice.flink.hudi;
