/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DistinctType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.StructuredType;
import org.apache.flink.table.types.logical.VarCharType;

/** The Hive type a client sees for each of Flink's. What Hive has no name for is STRING. */
public final class HiveTypes {
  private static final int MAX_VARCHAR = 65_535;

  private HiveTypes() {}

  public static RowSchema schema(List<String> names, List<LogicalType> types) {
    List<HiveColumn> columns = new ArrayList<>(types.size());
    for (int i = 0; i < types.size(); i++) {
      columns.add(HiveColumn.of(names.get(i), of(types.get(i))));
    }
    return new RowSchema(columns);
  }

  public static HiveType of(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> HiveType.BOOLEAN;
      case TINYINT -> HiveType.TINYINT;
      case SMALLINT -> HiveType.SMALLINT;
      case INTEGER -> HiveType.INT;
      case BIGINT -> HiveType.BIGINT;
      case FLOAT -> HiveType.FLOAT;
      case DOUBLE -> HiveType.DOUBLE;
      case DECIMAL ->
          HiveType.decimal(((DecimalType) type).getPrecision(), ((DecimalType) type).getScale());
      case CHAR -> charOf(((CharType) type).getLength());
      case VARCHAR -> varchar(((VarCharType) type).getLength());
      case BINARY, VARBINARY -> HiveType.BINARY;
      case DATE -> HiveType.DATE;
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> HiveType.TIMESTAMP;
      case INTERVAL_YEAR_MONTH -> HiveType.INTERVAL_YEAR_MONTH;
      case INTERVAL_DAY_TIME -> HiveType.INTERVAL_DAY_TIME;
      case ARRAY -> HiveType.array(of(((ArrayType) type).getElementType()));
      case MAP ->
          HiveType.map(of(((MapType) type).getKeyType()), of(((MapType) type).getValueType()));
      case ROW -> struct((RowType) type);
      case STRUCTURED_TYPE -> structured((StructuredType) type);
      case DISTINCT_TYPE -> of(((DistinctType) type).getSourceType());
      case TIME_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_TIME_ZONE,
          MULTISET,
          NULL,
          RAW,
          SYMBOL,
          UNRESOLVED ->
          HiveType.STRING;
    };
  }

  private static HiveType charOf(int length) {
    if (length == 0) {
      return HiveType.STRING;
    }
    return length <= HiveType.MAX_CHAR ? HiveType.charOf(length) : varchar(length);
  }

  private static HiveType varchar(int length) {
    return length == 0 || length > MAX_VARCHAR ? HiveType.STRING : HiveType.varchar(length);
  }

  private static HiveType struct(RowType row) {
    Map<String, HiveType> fields = new LinkedHashMap<>();
    for (RowType.RowField field : row.getFields()) {
      fields.put(field.getName(), of(field.getType()));
    }
    return fields.isEmpty() ? HiveType.STRING : HiveType.struct(fields);
  }

  private static HiveType structured(StructuredType type) {
    Map<String, HiveType> fields = new LinkedHashMap<>();
    for (StructuredType.StructuredAttribute attribute : type.getAttributes()) {
      fields.put(attribute.getName(), of(attribute.getType()));
    }
    return fields.isEmpty() ? HiveType.STRING : HiveType.struct(fields);
  }
}
