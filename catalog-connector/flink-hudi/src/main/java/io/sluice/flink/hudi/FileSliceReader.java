/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.HoodieAvroReaderContext;
import org.apache.hudi.common.config.HoodieMemoryConfig;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.model.HoodieBaseFile;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.schema.HoodieSchema;
import org.apache.hudi.common.schema.HoodieSchemaUtils;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.common.table.read.BufferedRecord;
import org.apache.hudi.common.table.read.HoodieFileGroupReader;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.internal.schema.InternalSchema;

/**
 * Reads file slices of one table: base file and logs merged as the table's merge mode says. A merge
 * holds at most {@link #MERGE_MEMORY} of log rows in memory and spills the rest to the temporary
 * folder.
 */
final class FileSliceReader {
  private static final long MERGE_MEMORY = 64L << 20;

  private final HudiTable table;
  private final HoodieTableMetaClient client;
  private final HoodieSchema dataSchema;
  private final HoodieSchema requestedSchema;
  private final Option<InternalSchema> evolution;

  /** Reads the named columns, in that order. */
  FileSliceReader(HudiTable table, HoodieTableMetaClient client, List<String> columns) {
    this.table = table;
    this.client = client;
    HoodieSchema rows = HoodieSchema.fromAvroSchema(table.avroSchema());
    this.dataSchema =
        table.identity().metaFields() ? HoodieSchemaUtils.addMetadataFields(rows) : rows;
    this.requestedSchema = HoodieSchema.fromAvroSchema(project(dataSchema, columns));
    this.evolution = new TableSchemaResolver(client).getTableInternalSchemaFromCommitMetadata();
  }

  /** The schema of the records that {@link #read} gives. */
  Schema schema() {
    return requestedSchema.toAvroSchema();
  }

  /** The rows of the slice. */
  ClosableIterator<IndexedRecord> read(HudiSplit split) {
    HoodieFileGroupReader<IndexedRecord> reader = reader(split, false).build();
    return open(split, reader, reader::getClosableIterator);
  }

  /** The rows of the slice and those that its logs delete, with their keys. */
  ClosableIterator<BufferedRecord<IndexedRecord>> readWithDeletes(HudiSplit split) {
    HoodieFileGroupReader<IndexedRecord> reader = reader(split, true).build();
    return open(split, reader, reader::getClosableBufferedRecordIterator);
  }

  private HoodieFileGroupReader.HoodieFileGroupReaderBuilder<IndexedRecord> reader(
      HudiSplit split, boolean deletes) {
    TypedProperties properties = new TypedProperties();
    properties.setProperty(
        HoodieMemoryConfig.MAX_MEMORY_FOR_MERGE.key(), Long.toString(MERGE_MEMORY));
    properties.setProperty(
        HoodieMemoryConfig.SPILLABLE_MAP_BASE_PATH.key(), System.getProperty("java.io.tmpdir"));
    Stream<HoodieLogFile> logs = split.logFiles().stream().map(HoodieLogFile::new);
    return HoodieFileGroupReader.<IndexedRecord>builder()
        .withReaderContext(
            deletes
                ? new DeletedRows(table.conf().storage(), client.getTableConfig(), properties)
                : new HoodieAvroReaderContext(
                    table.conf().storage(),
                    client.getTableConfig(),
                    Option.empty(),
                    Option.empty(),
                    properties))
        .withEmitDelete(deletes)
        .withHoodieTableMetaClient(client)
        .withLatestCommitTime(split.instant())
        .withBaseFileOption(Option.ofNullable(split.baseFile()).map(HoodieBaseFile::new))
        .withLogFiles(logs)
        .withPartitionPath(split.partition())
        .withDataSchema(dataSchema)
        .withRequestedSchema(requestedSchema)
        .withInternalSchemaOpt(evolution)
        .withProps(properties)
        .withStart(0L)
        .withLength(Long.MAX_VALUE);
  }

  /** Opens the rows of a reader. */
  @FunctionalInterface
  private interface Opening<T> {
    ClosableIterator<T> open() throws IOException;
  }

  private <T> ClosableIterator<T> open(
      HudiSplit split, HoodieFileGroupReader<IndexedRecord> reader, Opening<T> opening) {
    try {
      return new Rows<>(split, reader, opening.open());
    } catch (IOException | RuntimeException e) {
      SluiceException failure = failure(split, e);
      try {
        reader.close();
      } catch (IOException | RuntimeException onClose) {
        failure.addSuppressed(onClose);
      }

      throw failure;
    }
  }

  private static Schema project(HoodieSchema schema, List<String> columns) {
    Schema all = schema.toAvroSchema();
    List<Schema.Field> fields = new ArrayList<>();
    for (String column : columns) {
      Schema.Field field = all.getField(column);
      fields.add(new Schema.Field(field, field.schema()));
    }

    return Schema.createRecord(all.getName(), all.getDoc(), all.getNamespace(), false, fields);
  }

  private SluiceException failure(HudiSplit split, Exception cause) {
    String file = split.baseFile() == null ? split.logFiles().toString() : split.baseFile();
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof SluiceException known) {
        return known;
      }

      if (at instanceof FileNotFoundException || at instanceof java.nio.file.NoSuchFileException) {
        return new SluiceException(
            ErrorCode.SOURCE_DRIFT,
            "A file of the Hudi table "
                + table.path()
                + " went away while it was read, probably cleaned: "
                + at.getMessage()
                + "; run the statement again",
            cause);
      }
    }

    return new SluiceException(
        ErrorCode.SOURCE_FAILED,
        "The file slice of "
            + file
            + " of the Hudi table "
            + table.path()
            + " cannot be read: "
            + cause.getMessage(),
        cause);
  }

  /** The rows of one slice, closed with the reader behind them. */
  private final class Rows<T> implements ClosableIterator<T> {
    private final HudiSplit split;
    private final HoodieFileGroupReader<IndexedRecord> reader;
    private final ClosableIterator<T> rows;

    Rows(HudiSplit split, HoodieFileGroupReader<IndexedRecord> reader, ClosableIterator<T> rows) {
      this.split = split;
      this.reader = reader;
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      try {
        return rows.hasNext();
      } catch (RuntimeException e) {
        throw failure(split, e);
      }
    }

    @Override
    public T next() {
      try {
        return rows.next();
      } catch (NoSuchElementException e) {
        throw e;
      } catch (RuntimeException e) {
        throw failure(split, e);
      }
    }

    @Override
    public void close() {
      try (reader) {
        rows.close();
      } catch (IOException e) {
        throw failure(split, e);
      }
    }
  }
}
