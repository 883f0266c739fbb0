/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Hive JDBC, as programs use it: every value of every row is asked for. */
final class JdbcClient implements Client {
  private final Connection connection;
  private long checksum;

  private JdbcClient(Connection connection) {
    this.connection = connection;
  }

  static JdbcClient open(Driver driver, String url, String user, String password)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // Hadoop's Configuration and the service loaders in the driver look here.
    thread.setContextClassLoader(driver.getClass().getClassLoader());
    try {
      return new JdbcClient(driver.connect(url, properties));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public long query(String sql) throws SQLException {
    long rows = 0;
    long sum = 0;
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(RawClient.FETCH_ROWS);
      try (ResultSet result = statement.executeQuery(sql)) {
        boolean wide = result.getMetaData().getColumnCount() == 3;
        while (result.next()) {
          rows++;
          sum += result.getLong(1);
          if (wide) {
            sum += result.getString(2).length();
            sum += (long) result.getDouble(3);
          }
        }
      }
    }
    checksum = sum;
    return rows;
  }

  /** A number that depends on every value of the last query. */
  long checksum() {
    return checksum;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
