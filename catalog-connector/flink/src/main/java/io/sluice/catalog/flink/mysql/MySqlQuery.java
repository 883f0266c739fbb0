/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * A statement and its parameters. Values never stand in the text.
 *
 * @param parameters String, Integer, Long, BigDecimal, Double, Boolean or byte[]
 */
record MySqlQuery(String sql, List<Serializable> parameters) implements Serializable {
  MySqlQuery {
    requireNonNull(sql, "sql is null");
    parameters = List.copyOf(parameters);
  }

  void bind(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < parameters.size(); i++) {
      bind(statement, i + 1, parameters.get(i));
    }
  }

  static void bind(PreparedStatement statement, int at, Serializable value) throws SQLException {
    if (value instanceof byte[] bytes) {
      statement.setBytes(at, bytes);
    } else {
      statement.setObject(at, value);
    }
  }
}
