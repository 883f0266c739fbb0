/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ObjectPath;

/**
 * The options every table carries, for people to read: which connector, datasource and table. They
 * decide nothing.
 */
final class TableReference {
  static final String CONNECTOR = "sluice";
  private static final String CONNECTOR_KEY = "connector";
  private static final String DATASOURCE_KEY = "datasource";
  private static final String TABLE_KEY = "table";
  static final Set<String> KEYS = Set.of(CONNECTOR_KEY, DATASOURCE_KEY, TABLE_KEY);

  private TableReference() {}

  static Map<String, String> of(String datasource, ObjectPath path) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(CONNECTOR_KEY, CONNECTOR);
    options.put(DATASOURCE_KEY, datasource);
    options.put(TABLE_KEY, path.getFullName());
    return options;
  }

  /** Refuses a hint that says the table is another one. */
  static void requireUnchanged(
      Map<String, String> options, ObjectIdentifier identifier, String datasource) {
    Map<String, String> wanted = of(datasource, identifier.toObjectPath());
    for (String key : KEYS) {
      String given = options.get(key);
      if (given != null && !given.equals(wanted.get(key))) {
        throw new SluiceException(
            ErrorCode.INVALID_STATEMENT,
            "Option '"
                + key
                + "' of "
                + identifier.asSummaryString()
                + " cannot be changed: a table is what its name says.");
      }
    }
  }
}
