/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.error;

import java.util.Locale;

/**
 * What went wrong, as a stable code with an SQLState (SQL:2016 table 38, and ODBC's HY class where
 * SQL has none). The number is what a client sees as the vendor code.
 */
public enum ErrorCode {
  SYNTAX_ERROR(ErrorArea.USER, 1001, "42000"),
  INVALID_STATEMENT(ErrorArea.USER, 1002, "42000"),
  CATALOG_NOT_FOUND(ErrorArea.USER, 1003, "3D000"),
  SCHEMA_NOT_FOUND(ErrorArea.USER, 1004, "3F000"),
  TABLE_NOT_FOUND(ErrorArea.USER, 1005, "42S02"),
  COLUMN_NOT_FOUND(ErrorArea.USER, 1006, "42S22"),
  TABLE_EXISTS(ErrorArea.USER, 1007, "42S01"),
  NOT_SUPPORTED(ErrorArea.USER, 1008, "0A000"),
  INVALID_SETTING(ErrorArea.USER, 1009, "42000"),
  LOGIN_FAILED(ErrorArea.USER, 1010, "28000"),
  ACCESS_DENIED(ErrorArea.USER, 1011, "42501"),
  INVALID_HANDLE(ErrorArea.USER, 1012, "HY000"),
  INVALID_FETCH(ErrorArea.USER, 1013, "HY106"),
  INVALID_VALUE(ErrorArea.USER, 1014, "22000"),
  CANCELED(ErrorArea.USER, 1015, "HY008"),
  INVALID_CONFIGURATION(ErrorArea.USER, 1016, "F0000"),
  UNSUPPORTED_TYPE(ErrorArea.USER, 1017, "0A000"),
  VALUE_OUT_OF_RANGE(ErrorArea.USER, 1018, "22003"),
  VALUE_TOO_LONG(ErrorArea.USER, 1019, "22001"),
  NULL_NOT_ALLOWED(ErrorArea.USER, 1020, "23502"),

  SOURCE_UNAVAILABLE(ErrorArea.SOURCE, 2001, "08001"),
  SOURCE_REFUSED(ErrorArea.SOURCE, 2002, "08004"),
  SOURCE_TABLE_GONE(ErrorArea.SOURCE, 2003, "42S02"),
  SOURCE_DRIFT(ErrorArea.SOURCE, 2004, "HY000"),
  SOURCE_FAILED(ErrorArea.SOURCE, 2005, "58000"),
  /** The commit may have happened: its answer was lost. Never retry it blindly. */
  SOURCE_COMMIT_UNKNOWN(ErrorArea.SOURCE, 2006, "08007"),
  METADATA_UNAVAILABLE(ErrorArea.SOURCE, 2007, "08001"),

  ENGINE_START_FAILED(ErrorArea.ENGINE, 3001, "08001"),
  ENGINE_START_TIMEOUT(ErrorArea.ENGINE, 3002, "HYT01"),
  ENGINE_LOST(ErrorArea.ENGINE, 3003, "08S01"),
  /**
   * The statement was sent and the engine was lost before it answered: it may have taken effect.
   */
  ENGINE_LOST_UNKNOWN(ErrorArea.ENGINE, 3004, "08007"),
  EXECUTION_FAILED(ErrorArea.ENGINE, 3005, "HY000"),

  TIMED_OUT(ErrorArea.RESOURCE, 4001, "HYT00"),
  LIMIT_REACHED(ErrorArea.RESOURCE, 4002, "53300"),
  MESSAGE_TOO_LARGE(ErrorArea.RESOURCE, 4003, "54000"),
  DISK_FULL(ErrorArea.RESOURCE, 4004, "53100"),
  OUT_OF_MEMORY(ErrorArea.RESOURCE, 4005, "53200"),
  PORT_IN_USE(ErrorArea.RESOURCE, 4006, "58000"),
  SHUTTING_DOWN(ErrorArea.RESOURCE, 4007, "57P01"),
  LOGIN_UNAVAILABLE(ErrorArea.RESOURCE, 4008, "08004"),

  INTERNAL(ErrorArea.INTERNAL, 9001, "XX000");

  private final ErrorArea area;
  private final int number;
  private final String sqlState;

  ErrorCode(ErrorArea area, int number, String sqlState) {
    this.area = area;
    this.number = number;
    this.sqlState = sqlState;
  }

  public ErrorArea area() {
    return area;
  }

  /** The vendor code of {@link java.sql.SQLException#getErrorCode()}. */
  public int number() {
    return number;
  }

  /** Five characters, for {@link java.sql.SQLException#getSQLState()}. */
  public String sqlState() {
    return sqlState;
  }

  /** Short name as it stands at the head of a message: {@code [TABLE_NOT_FOUND]}. */
  public String label() {
    return '[' + name().toUpperCase(Locale.ROOT) + ']';
  }
}
