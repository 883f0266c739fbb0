/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest.mysql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.MySqlUrl;
import io.sluice.metadata.Platform;
import io.sluice.metadata.ServerUnreachable;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;

/**
 * Connects to a MySQL or MariaDB server with the driver that is right for it: MariaDB's where the
 * server is MariaDB, whatever the datasource says, else Connector/J.
 */
final class MySqlConnection {
  private static final String TIMEOUT_MILLIS = "15000";

  private MySqlConnection() {}

  static Connection open(Datasource datasource) {
    String url = MySqlUrl.of(datasource);
    boolean mariaDb = datasource.platform() == Platform.MARIADB || url.startsWith("jdbc:mariadb:");
    Connection connection = null;
    try {
      connection = connect(datasource, url, mariaDb);
      if (!mariaDb && isMariaDb(connection)) {
        connection.close();
        connection = connect(datasource, url, true);
      }
      return connection;
    } catch (SQLException e) {
      throw failure(datasource, e);
    }
  }

  private static Connection connect(Datasource datasource, String url, boolean mariaDb)
      throws SQLException {
    Properties properties = new Properties();
    datasource
        .propertiesUnder("properties.")
        .forEach((key, value) -> properties.setProperty(key, value.reveal()));
    datasource.property("user").ifPresent(user -> properties.setProperty("user", user.reveal()));
    datasource
        .property("password")
        .ifPresent(password -> properties.setProperty("password", password.reveal()));
    properties.putIfAbsent("connectTimeout", TIMEOUT_MILLIS);
    properties.putIfAbsent("socketTimeout", "120000");
    Driver driver = mariaDb ? new org.mariadb.jdbc.Driver() : connectorJ();
    String scheme = mariaDb ? "jdbc:mariadb:" : "jdbc:mysql:";
    Connection connection =
        driver.connect(url.replaceFirst("^jdbc:(mysql|mariadb):", scheme), properties);
    if (connection == null) {
      throw new SQLException("the driver does not know this kind of URL", "08001");
    }
    return connection;
  }

  private static Driver connectorJ() throws SQLException {
    return new com.mysql.cj.jdbc.Driver();
  }

  private static boolean isMariaDb(Connection connection) throws SQLException {
    return connection
        .getMetaData()
        .getDatabaseProductVersion()
        .toLowerCase(Locale.ROOT)
        .contains("mariadb");
  }

  static SluiceException failure(Datasource datasource, SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    boolean refused = state.startsWith("28") || state.startsWith("42");
    boolean unreachable = state.startsWith("08");
    ErrorCode code =
        refused
            ? ErrorCode.SOURCE_REFUSED
            : unreachable ? ErrorCode.SOURCE_UNAVAILABLE : ErrorCode.SOURCE_FAILED;
    String advice =
        refused
            ? "Check its user, password and rights."
            : unreachable ? "Check its url and that the server runs." : "See the server's log.";
    String said = e.getMessage() == null ? state : withoutSecrets(datasource, e.getMessage());
    String message =
        datasource
            .property("url")
            .flatMap(url -> ServerUnreachable.reason(MySqlUrl.hostAndPort(url.reveal()), e))
            .orElse(said);
    return new SluiceException(
        code,
        "Datasource "
            + datasource.name()
            + " could not be read: "
            + message.strip().replaceFirst("\\.+$", "")
            + ". "
            + advice,
        e);
  }

  /** A driver may quote the URL, and a URL may hold a password. */
  private static String withoutSecrets(Datasource datasource, String message) {
    String shown = message.replaceAll("(?i)(password|pwd)=[^&;\\s,)]*", "$1=(hidden)");
    return datasource
        .property("password")
        .map(password -> password.reveal())
        .filter(password -> password.length() > 2)
        .map(password -> shown.replace(password, "(hidden)"))
        .orElse(shown);
  }
}
