/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import java.util.List;

/** Reads one datasource's datasets from the metadata DB. */
final class SnapshotLoader {
  private SnapshotLoader() {}

  static DatasourceSnapshot load(MetadataDb db, Datasource datasource, Datasources all) {
    return new DatasourceSnapshot(List.of(), List.of());
  }
}
