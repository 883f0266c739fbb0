/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import io.sluice.metadata.Datasource;
import io.sluice.metadata.MySqlUrl;
import io.sluice.metadata.Secret;
import java.io.Serializable;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Where a server is and how to log in, with secrets resolved. It travels to the tasks inside the
 * job; it never shows itself.
 *
 * @param server {@code //host:port/}, with no database and no parameters
 * @param properties what the datasource gives the driver, user and password included
 */
record MySqlAddress(
    String datasource, String server, Map<String, String> properties, MySqlDriver driver)
    implements Serializable {
  private static final String CONNECT_LIMIT_MILLIS = "10000";

  /**
   * What makes values and errors the same whatever the server's configuration: instants as UTC, bad
   * data an error, backslash escapes on, ANSI quotes off; and a reader that is slow for an hour
   * keeps its connection.
   */
  private static final String SESSION =
      "SET SESSION time_zone = '+00:00',"
          + " sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO',"
          + " net_write_timeout = 86400";

  MySqlAddress {
    requireNonNull(datasource, "datasource is null");
    requireNonNull(server, "server is null");
    properties = new TreeMap<>(properties);
    requireNonNull(driver, "driver is null");
  }

  /** The address of a datasource now: secrets are read anew. */
  static MySqlAddress of(Datasource datasource, MySqlDriver driver) {
    String url = MySqlUrl.of(datasource);
    String rest = url.substring(url.indexOf("//"));
    int question = rest.indexOf('?');
    Map<String, String> properties = new TreeMap<>();
    if (question >= 0) {
      for (String parameter : rest.substring(question + 1).split("&")) {
        int equals = parameter.indexOf('=');
        if (equals > 0) {
          properties.put(
              decode(parameter.substring(0, equals)), decode(parameter.substring(equals + 1)));
        }
      }
      rest = rest.substring(0, question);
    }
    int path = rest.indexOf('/', 2);
    String server = (path < 0 ? rest : rest.substring(0, path)) + '/';
    datasource
        .propertiesUnder("properties.")
        .forEach((key, value) -> properties.put(key, value.reveal()));
    datasource.property("user").map(Secret::reveal).ifPresent(v -> properties.put("user", v));
    datasource
        .property("password")
        .map(Secret::reveal)
        .ifPresent(v -> properties.put("password", v));
    return new MySqlAddress(datasource.name(), server, properties, driver);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** The server as messages name it. */
  String hostAndPort() {
    return MySqlUrl.hostAndPort(server);
  }

  MySqlAddress with(MySqlDriver other) {
    return new MySqlAddress(datasource, server, properties, other);
  }

  /** A new connection, its session set up. */
  Connection connect() throws SQLException {
    Properties all = new Properties();
    all.put("connectTimeout", CONNECT_LIMIT_MILLIS);
    all.put("tcpKeepAlive", "true");
    all.put("useServerPrepStmts", "true");
    all.putAll(properties);
    all.remove(MySqlDriver.PROPERTY);
    all.put("tinyInt1isBit", "false");
    all.put("yearIsDateType", "false");
    all.put("allowMultiQueries", "false");
    all.put("allowLocalInfile", "false");
    all.put("allowLoadLocalInfile", "false");
    all.put("allowUrlInLocalInfile", "false");
    all.put("autoDeserialize", "false");
    Connection connection = driver.connect(server, all);
    try (Statement statement = connection.createStatement()) {
      statement.execute(SESSION);
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** A text with the password, should a driver or server repeat it, taken out. */
  String withoutSecrets(String text) {
    String password = properties.get("password");
    String clean = text;
    if (password != null && password.length() >= 3) {
      clean = clean.replace(password, "***");
    }
    return clean;
  }

  @Override
  public String toString() {
    return "MySQL datasource " + datasource;
  }
}
