/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;

/**
 * Which Avro type a new table keeps a Flink type in: the one that {@link AvroTypes} reads back, or
 * for {@code TINYINT}, {@code SMALLINT}, {@code CHAR}, {@code VARCHAR} and {@code VARBINARY} the
 * next wider one. Types that would lose something are refused.
 */
final class FlinkTypes {
  private static final int MILLIS = 3;
  private static final int MICROS = 6;

  private FlinkTypes() {}

  /** A record of the row's fields. */
  static Schema toAvro(RowType type, String name) {
    List<Schema.Field> fields = new ArrayList<>();
    for (RowType.RowField field : type.getFields()) {
      Schema schema = toAvro(field.getType(), name + '_' + field.getName(), field.getName());
      fields.add(
          new Schema.Field(
              field.getName(),
              schema,
              field.getDescription().orElse(null),
              schema.isNullable() ? Schema.Field.NULL_DEFAULT_VALUE : null));
    }

    return Schema.createRecord(name, null, "hoodie", false, fields);
  }

  private static Schema toAvro(LogicalType type, String name, String column) {
    Schema schema = notNull(type, name, column);
    return type.isNullable() ? Schema.createUnion(Schema.create(Schema.Type.NULL), schema) : schema;
  }

  private static Schema notNull(LogicalType type, String name, String column) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
      case TINYINT, SMALLINT, INTEGER -> Schema.create(Schema.Type.INT);
      case BIGINT -> Schema.create(Schema.Type.LONG);
      case FLOAT -> Schema.create(Schema.Type.FLOAT);
      case DOUBLE -> Schema.create(Schema.Type.DOUBLE);
      case CHAR, VARCHAR -> Schema.create(Schema.Type.STRING);
      case BINARY, VARBINARY -> Schema.create(Schema.Type.BYTES);
      case DATE -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
      case TIME_WITHOUT_TIME_ZONE -> {
        requirePrecision(((TimeType) type).getPrecision(), MILLIS, type, column);
        yield LogicalTypes.timeMillis().addToSchema(Schema.create(Schema.Type.INT));
      }
      case TIMESTAMP_WITHOUT_TIME_ZONE -> {
        int precision = ((TimestampType) type).getPrecision();
        requirePrecision(precision, MICROS, type, column);
        yield (precision <= MILLIS
                ? LogicalTypes.localTimestampMillis()
                : LogicalTypes.localTimestampMicros())
            .addToSchema(Schema.create(Schema.Type.LONG));
      }
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
        int precision = ((LocalZonedTimestampType) type).getPrecision();
        requirePrecision(precision, MICROS, type, column);
        yield (precision <= MILLIS
                ? LogicalTypes.timestampMillis()
                : LogicalTypes.timestampMicros())
            .addToSchema(Schema.create(Schema.Type.LONG));
      }
      case DECIMAL -> decimal((DecimalType) type, name);
      case ARRAY ->
          Schema.createArray(
              toAvro(((ArrayType) type).getElementType(), name + "_element", column));
      case MAP -> {
        MapType map = (MapType) type;
        if (!map.getKeyType().is(LogicalTypeRoot.VARCHAR)
            && !map.getKeyType().is(LogicalTypeRoot.CHAR)) {
          throw refused(column, type, "Hudi keeps maps by string keys only");
        }

        yield Schema.createMap(toAvro(map.getValueType(), name + "_value", column));
      }
      case ROW -> toAvro((RowType) type, name);
      default -> throw refused(column, type, "Hudi has no type for it");
    };
  }

  /** Fixed and as narrow as the digits allow, as Hudi's Spark and Flink writers have it. */
  private static Schema decimal(DecimalType type, String name) {
    int bytes = 1;
    while (Math.floor(Math.log10(2) * (8 * bytes - 1)) < type.getPrecision()) {
      bytes++;
    }

    return LogicalTypes.decimal(type.getPrecision(), type.getScale())
        .addToSchema(Schema.createFixed("fixed", null, "hoodie." + name, bytes));
  }

  private static void requirePrecision(int precision, int most, LogicalType type, String column) {
    if (precision > most) {
      throw refused(column, type, "Hudi keeps " + most + " digits of a second at most");
    }
  }

  private static SluiceException refused(String column, LogicalType type, String why) {
    return new SluiceException(
        ErrorCode.UNSUPPORTED_TYPE,
        "Column " + column + " cannot be " + type.asSummaryString() + ": " + why);
  }
}
