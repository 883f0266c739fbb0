/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.flink.TableLoader;

/**
 * Loads a table as one without identifier fields, for appending. With them Iceberg's writer keeps
 * only the last row of a key among those that it writes in one commit, also where it was not asked
 * to upsert: the others would be lost.
 */
final class AppendLoader implements TableLoader {
  private static final long serialVersionUID = 1L;

  private final TableLoader loader;

  AppendLoader(TableLoader loader) {
    this.loader = requireNonNull(loader, "loader is null");
  }

  @Override
  public void open() {
    loader.open();
  }

  @Override
  public boolean isOpen() {
    return loader.isOpen();
  }

  @Override
  public Table loadTable() {
    return new Keyless((BaseTable) loader.loadTable());
  }

  @Override
  public TableLoader clone() {
    return new AppendLoader(loader.clone());
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }

  private static final class Keyless extends BaseTable {
    Keyless(BaseTable table) {
      super(table.operations(), table.name(), table.reporter());
    }

    @Override
    public Schema schema() {
      Schema schema = super.schema();
      return new Schema(schema.schemaId(), schema.columns());
    }
  }
}
