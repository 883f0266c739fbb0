/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericAppenderFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Fills {@code tpch} in an Iceberg warehouse with Iceberg's own library, one commit a table. */
final class IcebergLake {
  static final Namespace DATABASE = Namespace.of("tpch");

  private IcebergLake() {}

  static void fill(Path warehouse, Company company) throws IOException {
    try (HadoopCatalog catalog =
        new HadoopCatalog(new Configuration(), warehouse.toUri().toString())) {
      catalog.createNamespace(DATABASE);
      for (Rows rows : company.inIceberg()) {
        Table table =
            catalog.createTable(
                TableIdentifier.of(DATABASE, rows.table()),
                schema(rows),
                PartitionSpec.unpartitioned());
        table.newAppend().appendFile(write(table, rows)).commit();
      }
    }
  }

  private static Schema schema(Rows rows) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (Rows.Column column : rows.columns()) {
      fields.add(Types.NestedField.required(fields.size() + 1, column.name(), type(column.kind())));
    }
    return new Schema(fields);
  }

  private static Type type(Rows.Kind kind) {
    return switch (kind) {
      case BIGINT -> Types.LongType.get();
      case INT -> Types.IntegerType.get();
      case DECIMAL -> Types.DecimalType.of(12, 2);
      case STRING -> Types.StringType.get();
      case DATE -> Types.DateType.get();
    };
  }

  private static DataFile write(Table table, Rows rows) throws IOException {
    OutputFile file =
        table.io().newOutputFile(table.locationProvider().newDataLocation("00000-demo.parquet"));
    FileAppender<Record> appender =
        new GenericAppenderFactory(table.schema()).newAppender(file, FileFormat.PARQUET);
    try (appender) {
      GenericRecord record = GenericRecord.create(table.schema());
      for (List<Object> row : rows.values()) {
        for (int i = 0; i < row.size(); i++) {
          record.set(i, row.get(i));
        }
        appender.add(record);
      }
    }
    return org.apache.iceberg.DataFiles.builder(table.spec())
        .withInputFile(file.toInputFile())
        .withMetrics(appender.metrics())
        .withFormat(FileFormat.PARQUET)
        .build();
  }
}
