/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.metadata;

import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowSchema;
import java.util.ArrayList;
import java.util.List;

/** The columns of the metadata calls, named and typed as {@link java.sql.DatabaseMetaData} says. */
final class Columns {
  static final RowSchema CATALOGS = strings("TABLE_CAT");
  static final RowSchema SCHEMAS = strings("TABLE_SCHEM", "TABLE_CATALOG");
  static final RowSchema TABLE_TYPES = strings("TABLE_TYPE");

  static final RowSchema TABLES =
      strings(
          "TABLE_CAT",
          "TABLE_SCHEM",
          "TABLE_NAME",
          "TABLE_TYPE",
          "REMARKS",
          "TYPE_CAT",
          "TYPE_SCHEM",
          "TYPE_NAME",
          "SELF_REFERENCING_COL_NAME",
          "REF_GENERATION");

  static final RowSchema COLUMNS =
      schema(
          "TABLE_CAT",
          HiveType.STRING,
          "TABLE_SCHEM",
          HiveType.STRING,
          "TABLE_NAME",
          HiveType.STRING,
          "COLUMN_NAME",
          HiveType.STRING,
          "DATA_TYPE",
          HiveType.INT,
          "TYPE_NAME",
          HiveType.STRING,
          "COLUMN_SIZE",
          HiveType.INT,
          "BUFFER_LENGTH",
          HiveType.INT,
          "DECIMAL_DIGITS",
          HiveType.INT,
          "NUM_PREC_RADIX",
          HiveType.INT,
          "NULLABLE",
          HiveType.INT,
          "REMARKS",
          HiveType.STRING,
          "COLUMN_DEF",
          HiveType.STRING,
          "SQL_DATA_TYPE",
          HiveType.INT,
          "SQL_DATETIME_SUB",
          HiveType.INT,
          "CHAR_OCTET_LENGTH",
          HiveType.INT,
          "ORDINAL_POSITION",
          HiveType.INT,
          "IS_NULLABLE",
          HiveType.STRING,
          "SCOPE_CATALOG",
          HiveType.STRING,
          "SCOPE_SCHEMA",
          HiveType.STRING,
          "SCOPE_TABLE",
          HiveType.STRING,
          "SOURCE_DATA_TYPE",
          HiveType.SMALLINT,
          "IS_AUTOINCREMENT",
          HiveType.STRING,
          "IS_GENERATEDCOLUMN",
          HiveType.STRING);

  static final RowSchema FUNCTIONS =
      schema(
          "FUNCTION_CAT",
          HiveType.STRING,
          "FUNCTION_SCHEM",
          HiveType.STRING,
          "FUNCTION_NAME",
          HiveType.STRING,
          "REMARKS",
          HiveType.STRING,
          "FUNCTION_TYPE",
          HiveType.INT,
          "SPECIFIC_NAME",
          HiveType.STRING);

  static final RowSchema PRIMARY_KEYS =
      schema(
          "TABLE_CAT",
          HiveType.STRING,
          "TABLE_SCHEM",
          HiveType.STRING,
          "TABLE_NAME",
          HiveType.STRING,
          "COLUMN_NAME",
          HiveType.STRING,
          "KEY_SEQ",
          HiveType.SMALLINT,
          "PK_NAME",
          HiveType.STRING);

  static final RowSchema CROSS_REFERENCE =
      schema(
          "PKTABLE_CAT",
          HiveType.STRING,
          "PKTABLE_SCHEM",
          HiveType.STRING,
          "PKTABLE_NAME",
          HiveType.STRING,
          "PKCOLUMN_NAME",
          HiveType.STRING,
          "FKTABLE_CAT",
          HiveType.STRING,
          "FKTABLE_SCHEM",
          HiveType.STRING,
          "FKTABLE_NAME",
          HiveType.STRING,
          "FKCOLUMN_NAME",
          HiveType.STRING,
          "KEY_SEQ",
          HiveType.SMALLINT,
          "UPDATE_RULE",
          HiveType.SMALLINT,
          "DELETE_RULE",
          HiveType.SMALLINT,
          "FK_NAME",
          HiveType.STRING,
          "PK_NAME",
          HiveType.STRING,
          "DEFERRABILITY",
          HiveType.SMALLINT);

  static final RowSchema TYPE_INFO =
      schema(
          "TYPE_NAME",
          HiveType.STRING,
          "DATA_TYPE",
          HiveType.INT,
          "PRECISION",
          HiveType.INT,
          "LITERAL_PREFIX",
          HiveType.STRING,
          "LITERAL_SUFFIX",
          HiveType.STRING,
          "CREATE_PARAMS",
          HiveType.STRING,
          "NULLABLE",
          HiveType.SMALLINT,
          "CASE_SENSITIVE",
          HiveType.BOOLEAN,
          "SEARCHABLE",
          HiveType.SMALLINT,
          "UNSIGNED_ATTRIBUTE",
          HiveType.BOOLEAN,
          "FIXED_PREC_SCALE",
          HiveType.BOOLEAN,
          "AUTO_INCREMENT",
          HiveType.BOOLEAN,
          "LOCAL_TYPE_NAME",
          HiveType.STRING,
          "MINIMUM_SCALE",
          HiveType.SMALLINT,
          "MAXIMUM_SCALE",
          HiveType.SMALLINT,
          "SQL_DATA_TYPE",
          HiveType.INT,
          "SQL_DATETIME_SUB",
          HiveType.INT,
          "NUM_PREC_RADIX",
          HiveType.INT);

  private Columns() {}

  private static RowSchema strings(String... names) {
    List<HiveColumn> columns = new ArrayList<>();
    for (String name : names) {
      columns.add(HiveColumn.of(name, HiveType.STRING));
    }
    return new RowSchema(columns);
  }

  private static RowSchema schema(Object... namesAndTypes) {
    List<HiveColumn> columns = new ArrayList<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      columns.add(HiveColumn.of((String) namesAndTypes[i], (HiveType) namesAndTypes[i + 1]));
    }
    return new RowSchema(columns);
  }
}
