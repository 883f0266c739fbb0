/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import io.sluice.metadata.Datasource;
import io.sluice.metadata.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.io.CloseableIterable;

/**
 * A session over {@code lake}, a hadoop catalog with database {@code ods}, and the same outside.
 */
record IcebergLake(HadoopCatalog outside, Sql sql) implements AutoCloseable {
  static IcebergLake start(Path folder) {
    IcebergLake lake = open(folder);
    lake.sql().run("CREATE DATABASE lake.ods");
    return lake;
  }

  /** One that was started, by another JVM perhaps. */
  static IcebergLake open(Path folder) {
    String warehouse = folder.resolve("lake").toUri().toString();
    Sql sql =
        Sql.over(
            folder.resolve("data"),
            Datasource.of(
                "lake",
                Platform.ICEBERG,
                Map.of("catalog.type", "hadoop", "catalog.warehouse", warehouse)));
    return new IcebergLake(new HadoopCatalog(new Configuration(), warehouse), sql);
  }

  /** The table as another program has it now. */
  Table table(String name) {
    return outside.loadTable(TableIdentifier.of("ods", name));
  }

  long snapshot(String name) {
    return table(name).currentSnapshot().snapshotId();
  }

  /** The rows as Iceberg's own reader gives them, without Flink. */
  List<Record> records(String name) throws IOException {
    List<Record> records = new ArrayList<>();
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table(name)).build()) {
      rows.forEach(records::add);
    }
    return records;
  }

  @Override
  public void close() throws IOException {
    sql.close();
    outside.close();
  }
}
