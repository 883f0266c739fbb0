/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import io.sluice.thrift.hive.TExecuteStatementReq;
import java.util.Map;

/**
 * What Kyuubi's driver means by the statements it sends for {@link java.sql.Connection#setCatalog}
 * and the like: the text is a mere marker ({@code _SET_CATALOG}), the meaning is in the
 * configuration.
 */
final class KyuubiStatements {
  private static final String SET_CATALOG = "kyuubi.operation.set.current.catalog";
  private static final String GET_CATALOG = "kyuubi.operation.get.current.catalog";
  private static final String SET_DATABASE = "kyuubi.operation.set.current.database";
  private static final String GET_DATABASE = "kyuubi.operation.get.current.database";

  private KyuubiStatements() {}

  /** The statement as SQL; other statements as they are. */
  static String text(TExecuteStatementReq request) {
    Map<String, String> configuration =
        request.isSetConfOverlay() ? request.getConfOverlay() : Map.of();
    if (configuration.containsKey(SET_CATALOG)) {
      return "USE CATALOG " + quoted(configuration.get(SET_CATALOG));
    } else if (configuration.containsKey(GET_CATALOG)) {
      return "SHOW CURRENT CATALOG";
    } else if (configuration.containsKey(SET_DATABASE)) {
      return "USE " + quoted(configuration.get(SET_DATABASE));
    } else if (configuration.containsKey(GET_DATABASE)) {
      return "SHOW CURRENT DATABASE";
    }
    return request.getStatement();
  }

  private static String quoted(String name) {
    return '`' + name.replace("`", "``") + '`';
  }
}
