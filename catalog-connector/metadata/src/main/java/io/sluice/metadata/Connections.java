/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.time.Duration;

/** A small pool of connections to the metadata DB; every use is bounded and gives back. */
final class Connections implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);
  private static final int ATTEMPTS = 3;

  private final HikariDataSource pool;
  private final String shown;

  private Connections(HikariDataSource pool, String shown) {
    this.pool = pool;
    this.shown = shown;
  }

  static Connections open(Settings settings, Path dataDir) {
    HikariConfig config = new HikariConfig();
    String shown;
    if (settings.isSet(MetadataOptions.JDBC_URL)) {
      String url = settings.get(MetadataOptions.JDBC_URL);
      // MariaDB's driver serves both servers, so one driver is enough here.
      config.setJdbcUrl(url.replaceFirst("^jdbc:mysql:", "jdbc:mariadb:"));
      config.setUsername(settings.get(MetadataOptions.JDBC_USER));
      config.setPassword(settings.get(MetadataOptions.JDBC_PASSWORD));
      config.setDriverClassName(driver(url));
      shown = url.replaceFirst("\\?.*$", "");
    } else {
      EmbeddedDb embedded = EmbeddedDb.in(dataDir);
      config.setJdbcUrl(embedded.url());
      config.setUsername(EmbeddedDb.USER);
      config.setPassword(embedded.password());
      config.setDriverClassName("org.h2.Driver");
      shown = embedded.shown();
    }
    config.setPoolName("sluice-metadata");
    config.setMinimumIdle(0);
    config.setMaximumPoolSize(4);
    config.setConnectionTimeout(CONNECT_TIMEOUT.toMillis());
    config.setInitializationFailTimeout(1); // no second try: whoever starts it is waiting
    config.setIdleTimeout(Duration.ofMinutes(2).toMillis());
    config.setReadOnly(settings.get(MetadataOptions.READ_ONLY));
    try {
      return new Connections(new HikariDataSource(config), shown);
    } catch (PoolInitializationException e) {
      throw unavailable(shown, "open", e.getCause() == null ? e : e.getCause());
    }
  }

  private static String driver(String url) {
    if (url.startsWith("jdbc:postgresql:")) {
      return "org.postgresql.Driver";
    }
    if (url.startsWith("jdbc:mysql:") || url.startsWith("jdbc:mariadb:")) {
      return "org.mariadb.jdbc.Driver";
    }
    if (url.startsWith("jdbc:h2:")) {
      return "org.h2.Driver";
    }
    throw new SluiceException(
        ErrorCode.INVALID_SETTING,
        "Setting "
            + MetadataOptions.JDBC_URL.key()
            + " must be a jdbc:mariadb:, jdbc:mysql:, jdbc:postgresql: or jdbc:h2: URL.");
  }

  /** Runs a read; once more, with a new connection, if the connection broke under it. */
  <T> T call(String verb, Work<T> work) {
    return attempt(
        verb,
        connection -> {
          // PostgreSQL's driver reads in batches only outside auto-commit.
          connection.setAutoCommit(false);
          T result = work.apply(connection);
          connection.commit();
          return result;
        });
  }

  /** Runs a write in one transaction; again if another process wrote the same rows first. */
  <T> T inTransaction(String verb, Work<T> work) {
    return attempt(
        verb,
        connection -> {
          connection.setAutoCommit(false);
          try {
            T result = work.apply(connection);
            connection.commit();
            return result;
          } catch (SQLException | RuntimeException e) {
            try {
              connection.rollback();
            } catch (SQLException rollback) {
              e.addSuppressed(rollback);
            }
            throw e;
          }
        });
  }

  private <T> T attempt(String verb, Work<T> work) {
    for (int attempt = 1; ; attempt++) {
      try (Connection connection = pool.getConnection()) {
        return work.apply(connection);
      } catch (SQLException e) {
        if (attempt == ATTEMPTS || !worthAnotherTry(e)) {
          throw unavailable(shown, verb, e);
        }
      }
    }
  }

  private static boolean worthAnotherTry(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return e instanceof SQLIntegrityConstraintViolationException
        || e instanceof SQLRecoverableException
        || e instanceof SQLTransientException
        || e instanceof SQLNonTransientConnectionException
        || state.startsWith("08") // connection lost
        || state.startsWith("40") // deadlock, serialization
        || state.equals("23505") // duplicate key
        || state.startsWith("90"); // H2: database closed, connection broken
  }

  private static SluiceException unavailable(String shown, String verb, Throwable cause) {
    return new SluiceException(
        ErrorCode.METADATA_UNAVAILABLE,
        "Cannot "
            + verb
            + " the metadata DB at "
            + shown
            + ": "
            + cause.getMessage()
            + ". Check "
            + MetadataOptions.JDBC_URL.key()
            + ", user and password, or the data directory.",
        cause);
  }

  @Override
  public void close() {
    pool.close();
  }

  /** Work on one connection. */
  interface Work<T> {
    T apply(Connection connection) throws SQLException;
  }
}
