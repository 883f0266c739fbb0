/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.metadata;

import io.sluice.protocol.rowset.HiveType;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/** The rows of GetTypeInfo: every type a column can have. */
final class TypeInfo {
  private TypeInfo() {}

  static List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    for (HiveType type :
        List.of(
            HiveType.BOOLEAN,
            HiveType.TINYINT,
            HiveType.SMALLINT,
            HiveType.INT,
            HiveType.BIGINT,
            HiveType.FLOAT,
            HiveType.DOUBLE,
            HiveType.decimal(38, 0),
            HiveType.STRING,
            HiveType.charOf(HiveType.MAX_CHAR),
            HiveType.varchar(HiveType.MAX_VARCHAR),
            HiveType.BINARY,
            HiveType.DATE,
            HiveType.TIMESTAMP,
            HiveType.INTERVAL_YEAR_MONTH,
            HiveType.INTERVAL_DAY_TIME)) {
      rows.add(row(type.name().name(), type.jdbcType(), type));
    }
    rows.add(row("ARRAY", Types.ARRAY, HiveType.STRING));
    rows.add(row("MAP", Types.JAVA_OBJECT, HiveType.STRING));
    rows.add(row("STRUCT", Types.STRUCT, HiveType.STRING));
    return rows;
  }

  private static List<Object> row(String name, int jdbcType, HiveType type) {
    boolean text = name.equals("STRING") || name.equals("CHAR") || name.equals("VARCHAR");
    boolean nested =
        jdbcType == Types.ARRAY || jdbcType == Types.JAVA_OBJECT || jdbcType == Types.STRUCT;
    return MetadataCalls.row(
        name,
        jdbcType,
        nested ? null : type.columnSize(),
        text ? "'" : null,
        text ? "'" : null,
        createParameters(name),
        (short) DatabaseMetaData.typeNullable,
        text,
        (short) (nested ? DatabaseMetaData.typePredNone : DatabaseMetaData.typeSearchable),
        !type.isNumeric(),
        false,
        false,
        null,
        (short) 0,
        (short) (name.equals("DECIMAL") ? 38 : 0),
        null,
        null,
        type.isNumeric() && !nested ? 10 : null);
  }

  private static String createParameters(String name) {
    return switch (name) {
      case "DECIMAL" -> "precision,scale";
      case "CHAR", "VARCHAR" -> "length";
      default -> null;
    };
  }
}
