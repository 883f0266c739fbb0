/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.TableChange;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.flink.FlinkSchemaUtil;
import org.apache.iceberg.types.Types;

/** Makes and changes Iceberg tables from Flink's definitions of them. */
final class IcebergTableDefinition {
  /** Marks a table whose times are written here, in milliseconds, and so are read exactly. */
  static final String TIME_PRECISION = "sluice.time-precision";

  static final String MILLIS = "millis";
  private static final int MAX_FRACTION = 6;
  private static final List<String> PROPERTY_FAMILIES =
      List.of("write.", "read.", "commit.", "history.", "gc.", "format-version", "comment");

  private final IcebergConnection connection;

  IcebergTableDefinition(IcebergConnection connection) {
    this.connection = requireNonNull(connection, "connection is null");
  }

  /**
   * True for a property a user may give a table. Its location is the catalog's to choose, and what
   * code runs the administrator's.
   */
  static boolean isTableProperty(String key) {
    boolean places = key.endsWith(".path") || key.endsWith("-impl") || key.endsWith(".impl");
    return !places && PROPERTY_FAMILIES.stream().anyMatch(key::startsWith);
  }

  void create(TableIdentifier identifier, ResolvedCatalogTable table) {
    Map<String, String> properties = new HashMap<>();
    table
        .getOptions()
        .forEach(
            (key, value) -> {
              requireProperty(key);
              properties.put(key, value);
            });
    Schema schema = schema(table);
    if (hasTime(schema)) {
      properties.put(TIME_PRECISION, MILLIS);
    }
    if (table.getComment() != null && !table.getComment().isEmpty()) {
      properties.put("comment", table.getComment());
    }
    if (keepsKeyUnique(schema, table.getPartitionKeys(), properties)) {
      properties.putIfAbsent(TableProperties.UPSERT_ENABLED, "true");
    }
    PartitionSpec.Builder spec = PartitionSpec.builderFor(schema);
    table.getPartitionKeys().forEach(spec::identity);
    connection.call(
        "creating table " + identifier,
        catalog -> {
          try {
            return catalog
                .buildTable(identifier, schema)
                .withPartitionSpec(spec.build())
                .withProperties(properties)
                .create();
          } catch (AlreadyExistsException e) {
            throw new SluiceException(
                ErrorCode.TABLE_EXISTS,
                "Table " + identifier + " is at the source already. Harvest the datasource.",
                e);
          }
        });
  }

  /** PRIMARY KEY means that a row replaces the one of its key, where Iceberg can do that. */
  private static boolean keepsKeyUnique(
      Schema schema, List<String> partitionKeys, Map<String, String> properties) {
    return !schema.identifierFieldIds().isEmpty()
        && schema.identifierFieldNames().containsAll(partitionKeys)
        && !"1".equals(properties.get(TableProperties.FORMAT_VERSION));
  }

  private static void requireProperty(String key) {
    if (!isTableProperty(key)) {
      throw new SluiceException(
          ErrorCode.INVALID_STATEMENT,
          "Option '"
              + key
              + "' is no property of an Iceberg table here. These are: format-version and those"
              + " that start with write., read., commit., history. or gc.");
    }
  }

  private static Schema schema(ResolvedCatalogTable table) {
    for (Column column : table.getResolvedSchema().getColumns()) {
      if (!column.isPhysical()) {
        throw new SluiceException(
            ErrorCode.NOT_SUPPORTED,
            "Column " + column.getName() + " is computed; an Iceberg table holds none such.");
      }
      requireExact(column.getName(), column.getDataType().getLogicalType());
    }
    Schema plain;
    try {
      plain = FlinkSchemaUtil.convert(table.getResolvedSchema());
    } catch (UnsupportedOperationException e) {
      throw new SluiceException(
          ErrorCode.UNSUPPORTED_TYPE,
          "Iceberg cannot hold one of the columns: " + e.getMessage(),
          e);
    }
    return withComments(plain, table);
  }

  private static Schema withComments(Schema plain, ResolvedCatalogTable table) {
    Map<String, String> comments =
        table.getResolvedSchema().getColumns().stream()
            .filter(c -> c.getComment().isPresent())
            .collect(Collectors.toMap(Column::getName, c -> c.getComment().get()));
    List<Types.NestedField> fields = new ArrayList<>();
    for (Types.NestedField field : plain.columns()) {
      String comment = comments.get(field.name());
      fields.add(comment == null ? field : Types.NestedField.from(field).withDoc(comment).build());
    }
    return new Schema(fields, plain.identifierFieldIds());
  }

  private static void requireExact(String column, LogicalType type) {
    boolean timestamp =
        type.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)
            || type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    if (timestamp && LogicalTypeChecks.getPrecision(type) > MAX_FRACTION) {
      throw new SluiceException(
          ErrorCode.UNSUPPORTED_TYPE,
          "Column "
              + column
              + " is "
              + type.asSummaryString()
              + ", and Iceberg holds microseconds. CAST it to TIMESTAMP(6) first.");
    }
    type.getChildren().forEach(child -> requireExact(column, child));
  }

  private static boolean hasTime(Schema schema) {
    return !IcebergTypes.map(schema, false).refused().isEmpty();
  }

  /** Columns, properties and comments; all in one commit. */
  void alter(TableIdentifier identifier, List<TableChange> changes) {
    connection.call(
        "changing table " + identifier,
        catalog -> {
          Table table = catalog.loadTable(identifier);
          Transaction transaction = table.newTransaction();
          // A transaction takes one kind of change after the other.
          UpdateSchema schema = transaction.updateSchema();
          List<TableChange> others = new ArrayList<>();
          for (TableChange change : changes) {
            if (!changesColumns(change, table, schema)) {
              others.add(change);
            }
          }
          schema.commit();
          UpdateProperties properties = transaction.updateProperties();
          others.forEach(change -> changeProperty(change, table, properties));
          properties.commit();
          transaction.commitTransaction();
          return null;
        });
  }

  /** Does a change of columns; false if it is another kind. */
  private static boolean changesColumns(TableChange change, Table table, UpdateSchema schema) {
    if (change instanceof TableChange.AddColumn add) {
      addColumn(add, table, schema);
    } else if (change instanceof TableChange.DropColumn drop) {
      schema.deleteColumn(drop.getColumnName());
    } else if (change instanceof TableChange.ModifyColumnName rename) {
      schema.renameColumn(rename.getOldColumnName(), rename.getNewColumnName());
    } else if (change instanceof TableChange.ModifyPhysicalColumnType modify) {
      schema.updateColumn(
          modify.getOldColumn().getName(),
          FlinkSchemaUtil.convert(modify.getNewType().getLogicalType()).asPrimitiveType());
    } else if (change instanceof TableChange.ModifyColumnComment comment) {
      schema.updateColumnDoc(comment.getOldColumn().getName(), comment.getNewComment());
    } else if (change instanceof TableChange.ModifyColumnPosition move) {
      move(move.getOldColumn().getName(), move.getNewPosition(), schema);
    } else {
      return false;
    }
    return true;
  }

  private static void addColumn(TableChange.AddColumn add, Table table, UpdateSchema schema) {
    Column column = add.getColumn();
    LogicalType type = column.getDataType().getLogicalType();
    requireExact(column.getName(), type);
    if (!type.isNullable()) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "Column "
              + column.getName()
              + " cannot be NOT NULL: the rows that "
              + table.name()
              + " has now lack it.");
    }
    schema.addColumn(
        column.getName(), FlinkSchemaUtil.convert(type), column.getComment().orElse(null));
    if (add.getPosition() != null) {
      move(column.getName(), add.getPosition(), schema);
    }
  }

  private static void move(
      String column, TableChange.ColumnPosition position, UpdateSchema schema) {
    if (position instanceof TableChange.After after) {
      schema.moveAfter(column, after.column());
    } else {
      schema.moveFirst(column);
    }
  }

  private static void changeProperty(TableChange change, Table table, UpdateProperties properties) {
    if (change instanceof TableChange.SetOption set) {
      if (!Set.of("connector", "datasource", "table").contains(set.getKey())) {
        requireProperty(set.getKey());
        properties.set(set.getKey(), set.getValue());
      }
    } else if (change instanceof TableChange.ResetOption reset) {
      requireProperty(reset.getKey());
      properties.remove(reset.getKey());
    } else {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "This change of "
              + table.name()
              + " is not offered ("
              + change.getClass().getSimpleName().toLowerCase(Locale.ROOT)
              + ").");
    }
  }
}
