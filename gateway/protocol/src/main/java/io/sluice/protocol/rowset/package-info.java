/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Rows as HiveServer2 carries them. A {@link io.sluice.protocol.rowset.RowBlockWriter} turns values
 * into wire bytes column by column, a {@link io.sluice.protocol.rowset.RowBlock} keeps and moves
 * them, and {@link io.sluice.protocol.rowset.RowSetEncoder} makes the answer to a fetch out of
 * blocks by copying; a value is encoded once, where it arises.
 */
package io.sluice.protocol.rowset;
