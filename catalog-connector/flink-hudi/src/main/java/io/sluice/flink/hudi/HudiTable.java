/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.Serializable;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.UniqueConstraint;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.common.schema.HoodieSchema;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.TableSchemaResolver;

/**
 * A Hudi table as its {@code hoodie.properties} and timeline tell it at the moment of {@link
 * #open}: columns, keys, partitions, ordering, merge mode, key generator and version. Nothing is
 * taken from options or defaults, since a wrong key silently corrupts a table.
 *
 * <p>Immutable and serializable; opening reads two or three small files. Open it anew for each
 * statement: a schema may have grown since.
 */
public final class HudiTable implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final DateTimeFormatter INSTANT = DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS");

  private final String path;
  private final HadoopConf conf;
  private final HudiIdentity identity;
  private final String avroSchema;
  private final List<UnsupportedColumn> unsupported;

  private HudiTable(String path, HadoopConf conf, HudiIdentity identity, Schema avroSchema) {
    this.path = path;
    this.conf = conf;
    this.identity = identity;
    this.avroSchema = avroSchema.toString();
    this.unsupported = unsupported(avroSchema);
  }

  /**
   * Reads what the table at the path is.
   *
   * @param path the table's base path, with or without a scheme
   * @param configuration the Hadoop configuration to reach it with
   * @throws SluiceException {@code SOURCE_TABLE_GONE} if there is no table, {@code
   *     SOURCE_UNAVAILABLE} if it cannot be read, {@code NOT_SUPPORTED} if it is of a kind that
   *     cannot be read rightly
   */
  public static HudiTable open(String path, Configuration configuration) {
    requireNonNull(path, "path is null");
    HadoopConf conf = new HadoopConf(configuration);
    // Asked first, because Hudi looks for the file five times, a second apart.
    if (!HudiTables.exists(path, configuration)) {
      throw new SluiceException(
          ErrorCode.SOURCE_TABLE_GONE, "There is no Hudi table at " + path + " (no .hoodie)");
    }

    try {
      HoodieTableMetaClient client =
          HoodieTableMetaClient.builder().setConf(conf.storage()).setBasePath(path).build();
      HudiIdentity identity = HudiIdentity.of(client.getTableConfig());
      identity.requireReadable(path);
      Schema schema =
          new TableSchemaResolver(client)
              .getTableSchemaIfPresent(false)
              .map(HoodieSchema::toAvroSchema)
              .orElseThrow(
                  () ->
                      new SluiceException(
                          ErrorCode.SOURCE_UNAVAILABLE,
                          "The Hudi table "
                              + path
                              + " has no schema yet: it has no commit and was created without one"));
      return new HudiTable(path, conf, identity, schema);
    } catch (SluiceException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new SluiceException(
          ErrorCode.SOURCE_UNAVAILABLE,
          "The Hudi table " + path + " cannot be read: " + e.getMessage(),
          e);
    }
  }

  /** Makes the sources of {@code SELECT}; {@link HudiOptions} names the options it heeds. */
  public DynamicTableSource source(ReadableConfig options) {
    return new HudiTableSource(this, HudiReadOptions.of(options));
  }

  /** Makes the sinks of {@code INSERT}; {@link HudiOptions} names the options it heeds. */
  public DynamicTableSink sink(ReadableConfig options) {
    return sink(options, UnaryOperator.identity());
  }

  /**
   * A sink whose rows go another way first.
   *
   * @param before is given the rows of a batch job and gives those that are written
   */
  public DynamicTableSink sink(ReadableConfig options, UnaryOperator<DataStream<RowData>> before) {
    HudiIndexes.requireKept(this, metaClient());
    return new HudiTableSink(this, HudiWriteOptions.of(this, options), before);
  }

  public String path() {
    return path;
  }

  /** The value of {@code hoodie.table.name}. */
  public String name() {
    return identity.name();
  }

  public HudiTableType type() {
    return identity.type();
  }

  /** The table version: 6 (Hudi 0.14 and 0.15), 8 (1.0) or 9 (1.1 and later). */
  public int version() {
    return identity.version();
  }

  /** Empty when the table has no record key and rows are only ever added. */
  public List<String> recordKeys() {
    return identity.recordKeys();
  }

  public List<String> partitionKeys() {
    return identity.partitionKeys();
  }

  /**
   * The fields whose greater value wins between two rows of one key; empty: the later write wins.
   */
  public List<String> orderingFields() {
    return identity.orderingFields();
  }

  /** The class of the key generator, if the table names one. */
  public Optional<String> keyGenerator() {
    return Optional.ofNullable(identity.keyGenerator());
  }

  /** The columns left out of {@link #schema()} because Flink has no exact type for them. */
  public List<UnsupportedColumn> unsupportedColumns() {
    return unsupported;
  }

  /**
   * The columns, without Hudi's {@code _hoodie_} ones, and the primary key. The key holds the
   * partition columns too, because Hudi keeps a record key unique only within a partition; there is
   * none when one of its columns may be null.
   */
  public ResolvedSchema schema() {
    Set<String> key = primaryKey();
    List<Column> columns = new ArrayList<>();
    for (Schema.Field field : readableFields()) {
      DataType type = AvroTypes.toFlink(field.schema());
      Column column =
          Column.physical(field.name(), key.contains(field.name()) ? type.notNull() : type);
      columns.add(field.doc() == null ? column : column.withComment(field.doc()));
    }

    return new ResolvedSchema(
        columns,
        List.of(),
        key.isEmpty() ? null : UniqueConstraint.primaryKey("PK", List.copyOf(key)));
  }

  /** {@link #schema()} as one row type. */
  public DataType rowType() {
    return schema().toPhysicalRowDataType().notNull();
  }

  /** The value of {@link HudiOptions#AS_OF_INSTANT} for a point in time. */
  public String instantAt(Instant time) {
    ZoneId zone = identity.utcTimeline() ? ZoneOffset.UTC : ZoneId.systemDefault();
    return INSTANT.format(time.atZone(zone));
  }

  HadoopConf conf() {
    return conf;
  }

  HudiIdentity identity() {
    return identity;
  }

  /** The whole schema of the rows, with the unsupported columns and without Hudi's own. */
  Schema avroSchema() {
    return new Schema.Parser().setValidateDefaults(false).parse(avroSchema);
  }

  /** A fresh look at the table's timeline. */
  HoodieTableMetaClient metaClient() {
    if (!HudiTables.exists(path, conf.storage().unwrap())) {
      throw new SluiceException(ErrorCode.SOURCE_TABLE_GONE, "The Hudi table " + path + " is gone");
    }

    return HoodieTableMetaClient.builder().setConf(conf.storage()).setBasePath(path).build();
  }

  private List<Schema.Field> readableFields() {
    Set<String> skipped = new LinkedHashSet<>();
    unsupported.forEach(column -> skipped.add(column.name()));
    return avroSchema().getFields().stream().filter(f -> !skipped.contains(f.name())).toList();
  }

  /** A single record key is never null, whatever its type says: Hudi refuses such a row. */
  private Set<String> primaryKey() {
    if (identity.recordKeys().isEmpty()) {
      return Set.of();
    }

    Set<String> key = new LinkedHashSet<>(identity.partitionKeys());
    key.addAll(identity.recordKeys());
    Schema schema = avroSchema();
    for (String name : key) {
      Schema.Field field = schema.getField(name);
      boolean soleKey = identity.recordKeys().equals(List.of(name));
      if (field == null
          || (field.schema().isNullable() && !soleKey)
          || unsupported.stream().anyMatch(column -> column.name().equals(name))) {
        return Set.of();
      }
    }

    return key;
  }

  private static List<UnsupportedColumn> unsupported(Schema schema) {
    List<UnsupportedColumn> found = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      try {
        DataTypes.FIELD(field.name(), AvroTypes.toFlink(field.schema()));
      } catch (SluiceException e) {
        found.add(new UnsupportedColumn(field.name(), field.schema().toString(), e.getMessage()));
      }
    }

    return List.copyOf(found);
  }

  @Override
  public String toString() {
    return "Hudi table " + path;
  }
}
