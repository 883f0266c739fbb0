/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.List;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * What a new table is to be. Its identity goes into {@code hoodie.properties} and never changes.
 *
 * @param name the value of {@code hoodie.table.name}
 * @param rowType the columns; those of the keys and the ordering are not null
 * @param recordKeys empty for a table whose rows are only ever added
 * @param orderingFields the greater value wins between two rows of one key; empty: the later write
 * @param hiveStyle whether a partition's folder is {@code column=value} and not just the value
 * @param version 6, 8 or 9
 */
public record HudiTableSpec(
    String name,
    RowType rowType,
    List<String> recordKeys,
    List<String> partitionKeys,
    List<String> orderingFields,
    HudiTableType type,
    boolean hiveStyle,
    int version) {
  private static final Set<Integer> VERSIONS = Set.of(6, 8, 9);

  /** Same key as in Hudi's own Flink connector. */
  public static final ConfigOption<HudiTableType> TYPE =
      ConfigOptions.key("table.type")
          .enumType(HudiTableType.class)
          .defaultValue(HudiTableType.COPY_ON_WRITE)
          .withDescription("COPY_ON_WRITE or MERGE_ON_READ.");

  /** Comma-separated. */
  public static final ConfigOption<List<String>> ORDERING_FIELDS =
      ConfigOptions.key("ordering.fields")
          .stringType()
          .asList()
          .defaultValues()
          .withDescription(
              "The columns whose greater value wins between two rows of one key; none: the later write wins.");

  public static final ConfigOption<Boolean> HIVE_STYLE =
      ConfigOptions.key("hoodie.datasource.write.hive_style_partitioning")
          .booleanType()
          .defaultValue(true)
          .withDescription("Whether partition folders are named column=value.");

  public static final ConfigOption<Integer> VERSION =
      ConfigOptions.key("hoodie.write.table.version")
          .intType()
          .defaultValue(9)
          .withDescription("6 (read by Hudi 0.14 and 0.15), 8 (1.0) or 9 (1.1 and later).");

  public HudiTableSpec {
    requireNonNull(name, "name is null");
    requireNonNull(rowType, "rowType is null");
    requireNonNull(type, "type is null");
    recordKeys = List.copyOf(recordKeys);
    partitionKeys = List.copyOf(partitionKeys);
    orderingFields = List.copyOf(orderingFields);
    if (!VERSIONS.contains(version)) {
      throw refused("Hudi table version " + version + " cannot be made; use 6, 8 or 9");
    }

    for (List<String> columns : List.of(recordKeys, partitionKeys, orderingFields)) {
      for (String column : columns) {
        if (rowType.getFieldIndex(column) < 0) {
          throw new SluiceException(
              ErrorCode.COLUMN_NOT_FOUND,
              "Table " + name + " has no column " + column + " to be a key, partition or ordering");
        }
      }
    }

    if (!orderingFields.isEmpty() && recordKeys.isEmpty()) {
      throw refused("Table " + name + " has ordering fields and no primary key to order by");
    }
  }

  /**
   * What a {@code CREATE TABLE} says: {@code PRIMARY KEY} gives the record keys (without the
   * partition columns, which Hudi adds itself), {@code PARTITIONED BY} the partitions, {@code WITH}
   * the rest.
   */
  public static HudiTableSpec of(
      String name, ResolvedSchema schema, List<String> partitionKeys, ReadableConfig options) {
    List<DataTypes.Field> fields =
        schema.getColumns().stream()
            .filter(Column::isPhysical)
            .map(
                column ->
                    column
                        .getComment()
                        .map(c -> DataTypes.FIELD(column.getName(), column.getDataType(), c))
                        .orElseGet(() -> DataTypes.FIELD(column.getName(), column.getDataType())))
            .toList();
    LogicalType rowType = DataTypes.ROW(fields).getLogicalType();
    List<String> primaryKey = schema.getPrimaryKey().map(key -> key.getColumns()).orElse(List.of());
    List<String> recordKeys =
        primaryKey.stream().filter(column -> !partitionKeys.contains(column)).toList();
    return new HudiTableSpec(
        name,
        (RowType) rowType,
        recordKeys.isEmpty() ? primaryKey : recordKeys,
        partitionKeys,
        options.get(ORDERING_FIELDS),
        options.get(TYPE),
        options.get(HIVE_STYLE),
        options.get(VERSION));
  }

  /** The options of {@code CREATE TABLE}. */
  public static Set<ConfigOption<?>> options() {
    return Set.of(TYPE, ORDERING_FIELDS, HIVE_STYLE, VERSION);
  }

  private static SluiceException refused(String message) {
    return new SluiceException(ErrorCode.INVALID_STATEMENT, message);
  }
}
