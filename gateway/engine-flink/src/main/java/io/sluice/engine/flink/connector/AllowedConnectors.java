/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.connector;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.table.factories.FactoryUtil;

/**
 * The connectors of tables that are in no datasource. An engine reads with its own rights: {@code
 * filesystem} would show every person its configuration and secrets, {@code jdbc} the network it is
 * in. So only what an administrator names is there.
 *
 * @param names as in {@code 'connector'='…'}
 */
public record AllowedConnectors(Set<String> names) {
  /** Flink's interface before 1.11 has factories of its own, files among them. */
  private static final String LEGACY_PREFIX = "connector.";

  public AllowedConnectors {
    names = Set.copyOf(names);
  }

  /**
   * @param table for the message
   * @throws SluiceException ACCESS_DENIED if the options name a connector that is not allowed, or
   *     none
   */
  public void check(String table, Map<String, String> options) {
    String connector = options.get(FactoryUtil.CONNECTOR.key());
    requireNoLegacy(table, options);
    if (connector == null || !names.contains(connector)) {
      throw new SluiceException(
          ErrorCode.ACCESS_DENIED,
          "Table "
              + table
              + (connector == null ? " has no connector" : " has connector '" + connector + "'")
              + "; tables outside datasources can have "
              + new TreeSet<>(names)
              + ". Use a datasource's table (datasource.database.table), or have an administrator add"
              + " the connector to sluice.engine.flink.connectors.");
    }
  }

  /**
   * Checks the options of a hint.
   *
   * @throws SluiceException ACCESS_DENIED if they change what connector the table has
   */
  public void checkHint(String table, Map<String, String> options) {
    requireNoLegacy(table, options);
    if (options.containsKey(FactoryUtil.CONNECTOR.key())) {
      check(table, options);
    }
  }

  private static void requireNoLegacy(String table, Map<String, String> options) {
    for (String key : options.keySet()) {
      // Flink lets these keys come in any case.
      if (key.regionMatches(true, 0, LEGACY_PREFIX, 0, LEGACY_PREFIX.length())) {
        throw new SluiceException(
            ErrorCode.ACCESS_DENIED,
            "Option '"
                + key
                + "' of "
                + table
                + " is of Flink's old connectors, which are not here.");
      }
    }
  }
}
