/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.ServerUnreachable;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/** Tells a driver's error as one of ours: whose fault, which object, what to do. */
final class MySqlErrors {
  private static final Set<Integer> REFUSED = Set.of(1044, 1045, 1142, 1143, 1227, 1698, 4151);
  private static final Set<Integer> GONE = Set.of(1049, 1146, 1051);
  private static final Set<Integer> BUSY = Set.of(1040, 1203, 1226);

  /** The value or the row is the statement's fault: no such value, a duplicate, a broken rule. */
  private static final Set<Integer> DATA =
      Set.of(1062, 1265, 1292, 1366, 1411, 1416, 1451, 1452, 1906, 3105, 3819, 4025);

  private static final Set<Integer> NULL = Set.of(1048, 1364);
  private static final Set<Integer> OUT_OF_RANGE = Set.of(1264, 1690);
  private static final int TOO_LONG = 1406;

  private MySqlErrors() {}

  /**
   * @param what what was being done, as a clause: {@code "reading shop.orders"}
   */
  static SluiceException translate(MySqlAddress address, String what, SQLException e) {
    String said =
        ServerUnreachable.reason(address.hostAndPort(), e)
            .orElseGet(() -> address.withoutSecrets(text(e)));
    String place = "Datasource " + address.datasource() + ", " + what + ": ";
    ErrorCode code = code(e);
    String next =
        switch (code) {
          case SOURCE_REFUSED -> " Check the datasource's user, password and grants.";
          case SOURCE_UNAVAILABLE -> " Check that the server runs and can be reached.";
          case SOURCE_TABLE_GONE -> " Harvest the datasource again.";
          default -> "";
        };
    return new SluiceException(code, place + said + next, withoutSecrets(address, e));
  }

  private static ErrorCode code(SQLException e) {
    int number = e.getErrorCode();
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    if (REFUSED.contains(number) || state.startsWith("28")) {
      return ErrorCode.SOURCE_REFUSED;
    }
    if (GONE.contains(number)) {
      return ErrorCode.SOURCE_TABLE_GONE;
    }
    if (NULL.contains(number)) {
      return ErrorCode.NULL_NOT_ALLOWED;
    }
    if (OUT_OF_RANGE.contains(number)) {
      return ErrorCode.VALUE_OUT_OF_RANGE;
    }
    if (number == TOO_LONG) {
      return ErrorCode.VALUE_TOO_LONG;
    }
    if (DATA.contains(number)) {
      return ErrorCode.INVALID_VALUE;
    }
    if (BUSY.contains(number)
        || state.startsWith("08")
        || e instanceof SQLNonTransientConnectionException
        || e instanceof SQLTransientConnectionException
        || e.getCause() instanceof SocketException
        || e.getCause() instanceof SocketTimeoutException) {
      return ErrorCode.SOURCE_UNAVAILABLE;
    }
    return ErrorCode.SOURCE_FAILED;
  }

  private static String text(SQLException e) {
    String message = String.valueOf(e.getMessage());
    // MariaDB's driver puts "(conn=42) " in front, and the statement behind.
    message = message.replaceFirst("^\\(conn=\\d+\\) ", "");
    int statement = message.indexOf("\nQuery is");
    message = (statement < 0 ? message : message.substring(0, statement)).strip();
    return message.endsWith(".") ? message : message + '.';
  }

  /** The cause for the log; dropped if the driver put the password into it. */
  private static Throwable withoutSecrets(MySqlAddress address, SQLException e) {
    String message = String.valueOf(e.getMessage());
    return address.withoutSecrets(message).equals(message)
        ? e
        : new SQLException(address.withoutSecrets(message), e.getSQLState(), e.getErrorCode());
  }
}
