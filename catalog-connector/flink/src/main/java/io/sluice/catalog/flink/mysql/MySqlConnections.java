/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Platform;
import io.sluice.metadata.Secret;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * The planner's connections to one datasource: a small pool, filled at need. Tasks open their own.
 * The driver is chosen by what the server says it is, unless the datasource names one.
 */
final class MySqlConnections implements AutoCloseable {
  private static final int POOL_SIZE = 4;
  private static final long BORROW_LIMIT_MILLIS = 5_000;
  private static final long IDLE_LIMIT_MILLIS = 60_000;

  private final Datasource datasource;
  private MySqlDriver driver;
  private HikariDataSource pool;

  MySqlConnections(Datasource datasource) {
    this.datasource = requireNonNull(datasource, "datasource is null");
  }

  /**
   * The address with the right driver. Contacts the server at the first call.
   *
   * @throws SluiceException SOURCE_UNAVAILABLE, SOURCE_REFUSED
   */
  synchronized MySqlAddress address() {
    if (driver == null) {
      driver = chosen().orElseGet(this::detected);
    }
    return MySqlAddress.of(datasource, driver);
  }

  private Optional<MySqlDriver> chosen() {
    Optional<MySqlDriver> named =
        MySqlDriver.named(
            datasource.name(),
            datasource.property("properties." + MySqlDriver.PROPERTY).map(Secret::reveal));
    if (named.isPresent() || datasource.platform() == Platform.MYSQL) {
      return named;
    }
    return Optional.of(MySqlDriver.MARIADB);
  }

  private MySqlDriver detected() {
    MySqlAddress address = MySqlAddress.of(datasource, MySqlDriver.MARIADB);
    try (Connection connection = address.connect()) {
      String product = connection.getMetaData().getDatabaseProductName();
      return product.toLowerCase(java.util.Locale.ROOT).contains("mariadb")
          ? MySqlDriver.MARIADB
          : MySqlDriver.MYSQL;
    } catch (SQLException e) {
      throw MySqlErrors.translate(address, "connecting", e);
    }
  }

  /** Does work on a pooled connection. */
  <T> T call(String what, Work<T> work) {
    MySqlAddress address = address();
    try (Connection connection = pool(address).getConnection()) {
      return work.on(connection);
    } catch (SQLTransientConnectionException e) {
      if (e.getCause() instanceof SQLException cause) {
        throw MySqlErrors.translate(address, what, cause);
      }
      throw new SluiceException(
          ErrorCode.LIMIT_REACHED,
          "Datasource "
              + datasource.name()
              + ", "
              + what
              + ": all "
              + POOL_SIZE
              + " connections of this engine's planner are busy. Try again.",
          e);
    } catch (SQLException e) {
      throw MySqlErrors.translate(address, what, e);
    }
  }

  private synchronized HikariDataSource pool(MySqlAddress address) throws SQLException {
    if (pool == null) {
      // Fails at once and with the server's own words, where the pool would retry and time out.
      address.connect().close();
      HikariConfig config = new HikariConfig();
      config.setPoolName("catalog-" + datasource.name());
      config.setDataSource(new Opener());
      config.setMaximumPoolSize(POOL_SIZE);
      config.setMinimumIdle(0);
      config.setConnectionTimeout(BORROW_LIMIT_MILLIS);
      config.setIdleTimeout(IDLE_LIMIT_MILLIS);
      config.setInitializationFailTimeout(-1);
      pool = new HikariDataSource(config);
    }
    return pool;
  }

  @Override
  public synchronized void close() {
    if (pool != null) {
      pool.close();
      pool = null;
    }
  }

  /** Something done on a connection. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /** Opens connections with the secrets as they are now, so that a rotated one is taken. */
  private final class Opener implements DataSource {
    @Override
    public Connection getConnection() throws SQLException {
      return address().connect();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getLogger(MySqlConnections.class.getName());
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      throw new SQLException("Nothing is wrapped");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }
  }
}
