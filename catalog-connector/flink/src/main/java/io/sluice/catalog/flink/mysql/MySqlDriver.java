/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/** The two JDBC drivers. MariaDB's also talks to MySQL; MySQL's loses fractions on MariaDB. */
enum MySqlDriver {
  MARIADB("jdbc:mariadb:", 1000) {
    @Override
    Connection open(String url, Properties properties) throws SQLException {
      return new org.mariadb.jdbc.Driver().connect(url, properties);
    }
  },
  MYSQL("jdbc:mysql:", Integer.MIN_VALUE) {
    @Override
    Connection open(String url, Properties properties) throws SQLException {
      return new com.mysql.cj.jdbc.Driver().connect(url, properties);
    }
  };

  /** The property of a datasource that chooses: {@code mariadb} or {@code mysql}. */
  static final String PROPERTY = "driver";

  private final String scheme;
  private final int streamingFetchSize;

  MySqlDriver(String scheme, int streamingFetchSize) {
    this.scheme = scheme;
    this.streamingFetchSize = streamingFetchSize;
  }

  abstract Connection open(String url, Properties properties) throws SQLException;

  Connection connect(String server, Properties properties) throws SQLException {
    Connection connection = open(scheme + server, properties);
    if (connection == null) {
      throw new SQLException("The driver does not take the address", "08001");
    }
    return connection;
  }

  /**
   * The fetch size that makes the driver read rows as they come instead of holding a whole result
   * in memory: MySQL's driver has a magic value for it, MariaDB's counts rows.
   */
  int streamingFetchSize() {
    return streamingFetchSize;
  }

  /** The driver of a name, as a datasource's property gives it. */
  static Optional<MySqlDriver> named(String datasource, Optional<String> name) {
    return name.map(
        text ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "mariadb", "org.mariadb.jdbc.driver" -> MARIADB;
              case "mysql", "com.mysql.cj.jdbc.driver" -> MYSQL;
              default ->
                  throw new SluiceException(
                      ErrorCode.INVALID_CONFIGURATION,
                      "Datasource "
                          + datasource
                          + ": properties.driver is mariadb or mysql, not '"
                          + text
                          + "'.");
            });
  }
}
