/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

/** What a table is. */
public enum TableKind {
  TABLE,
  VIEW
}
