/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static java.util.Objects.requireNonNull;

import io.sluice.catalog.flink.source.SourceAccess;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.flink.table.catalog.ObjectPath;

/** What the source holds now; for use without a metadata DB. */
final class SourceInventory implements Inventory {
  private final Supplier<SourceAccess> access;

  SourceInventory(Supplier<SourceAccess> access) {
    this.access = requireNonNull(access, "access is null");
  }

  @Override
  public List<String> databases() {
    return access.get().databases();
  }

  @Override
  public boolean hasDatabase(String name) {
    return databases().contains(name);
  }

  @Override
  public List<String> tables(String database) {
    return access.get().tables(database);
  }

  /** Views are listed among the tables. */
  @Override
  public List<String> views(String database) {
    return List.of();
  }

  @Override
  public Optional<Entry> find(ObjectPath path) {
    return access.get().table(path).map(table -> new Entry(path, Optional.empty()));
  }
}
