/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.source.SourceTable;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.CatalogOptions;
import io.sluice.metadata.ColumnMetadata;
import io.sluice.metadata.TableMetadata;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells when a table's columns at the source are not those that were harvested. The same difference
 * is told once.
 */
final class DriftWatch {
  private static final Logger LOG = LoggerFactory.getLogger(DriftWatch.class);
  private static final int MAX_REMEMBERED = 10_000;

  private final CatalogOptions.Drift policy;
  private final Map<String, String> told = new ConcurrentHashMap<>();

  DriftWatch(CatalogOptions.Drift policy) {
    this.policy = requireNonNull(policy, "policy is null");
  }

  /**
   * @throws SluiceException SOURCE_DRIFT if they differ and that is to fail
   */
  void check(TableMetadata harvested, SourceTable now) {
    if (harvested.columns().isEmpty()) {
      return;
    }
    Set<String> known = new LinkedHashSet<>();
    harvested.columns().stream().map(ColumnMetadata::name).forEach(known::add);
    Set<String> found = new LinkedHashSet<>();
    now.columns().stream().map(SourceTable.Column::name).forEach(found::add);
    found.addAll(now.refusedColumns().keySet());
    if (known.equals(found)) {
      return;
    }
    Set<String> gone = new LinkedHashSet<>(known);
    gone.removeAll(found);
    Set<String> added = new LinkedHashSet<>(found);
    added.removeAll(known);
    String message =
        "Table "
            + harvested.name()
            + " has changed since it was harvested:"
            + (added.isEmpty() ? "" : " new columns " + added)
            + (gone.isEmpty() ? "" : " columns gone " + gone)
            + ". Harvest the datasource again.";
    if (policy == CatalogOptions.Drift.FAIL) {
      throw new SluiceException(ErrorCode.SOURCE_DRIFT, message);
    }
    if (told.size() >= MAX_REMEMBERED) {
      told.clear();
    }
    if (!message.equals(told.put(harvested.name().toString(), message))) {
      LOG.warn(message);
    }
  }
}
