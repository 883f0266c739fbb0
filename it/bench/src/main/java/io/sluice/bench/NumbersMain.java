/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFiles;
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
import org.apache.iceberg.types.Types;

/**
 * Writes the table to fetch: {@code bench.numbers} of an Iceberg warehouse, 1,000,000 rows in four
 * Parquet files. Runs in a process of its own on the engine's libraries ({@code lib/flink}).
 */
public final class NumbersMain {
  private static final int FILES = 4;
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.required(2, "name", Types.StringType.get()),
          Types.NestedField.required(3, "score", Types.DoubleType.get()));

  private NumbersMain() {}

  /** Argument: the warehouse's folder. */
  public static void main(String[] arguments) throws IOException {
    String warehouse = Path.of(arguments[0]).toUri().toString();
    try (HadoopCatalog catalog = new HadoopCatalog(new Configuration(), warehouse)) {
      Table table =
          catalog.createTable(
              TableIdentifier.of(Namespace.of("bench"), "numbers"),
              SCHEMA,
              PartitionSpec.unpartitioned());
      AppendFiles append = table.newAppend();
      for (int i = 0; i < FILES; i++) {
        OutputFile file =
            table.io().newOutputFile(table.locationProvider().newDataLocation(i + ".parquet"));
        FileAppender<Record> appender =
            new GenericAppenderFactory(SCHEMA).newAppender(file, FileFormat.PARQUET);
        try (appender) {
          GenericRecord record = GenericRecord.create(SCHEMA);
          for (long id = (long) i * Numbers.ROWS / FILES;
              id < (i + 1L) * Numbers.ROWS / FILES;
              id++) {
            record.setField("id", id);
            record.setField("name", Numbers.name(id));
            record.setField("score", Numbers.score(id));
            appender.add(record);
          }
        }
        append.appendFile(
            DataFiles.builder(table.spec())
                .withInputFile(file.toInputFile())
                .withMetrics(appender.metrics())
                .withFormat(FileFormat.PARQUET)
                .build());
      }
      append.commit();
    }
  }
}
