/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.service;

import io.sluice.engine.sql.SessionSpec;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The keys of an OpenSession's and an ExecuteStatement's configuration that mean something here.
 */
public final class SessionKeys {
  /** The session's handle, chosen by the gateway: {@link io.sluice.protocol.Handle#encoded()}. */
  public static final String SESSION_HANDLE = "sluice.session.handle";

  /** The operation's handle, chosen by the gateway. */
  public static final String OPERATION_HANDLE = "sluice.operation.handle";

  public static final String USE_CATALOG = "use:catalog";
  public static final String USE_DATABASE = "use:database";

  private SessionKeys() {}

  static SessionSpec spec(String id, String user, Map<String, String> configuration) {
    Map<String, String> settings = settings(configuration);
    return new SessionSpec(
        id,
        user,
        settings,
        notEmpty(configuration.get(USE_CATALOG)),
        notEmpty(configuration.get(USE_DATABASE)));
  }

  /** The settings, without the protocol's own keys and Hive's prefixes. */
  static Map<String, String> settings(Map<String, String> configuration) {
    Map<String, String> settings = new TreeMap<>();
    configuration.forEach(
        (key, value) -> {
          if (!key.equals(SESSION_HANDLE)
              && !key.equals(OPERATION_HANDLE)
              && !key.startsWith("use:")
              && value != null) {
            settings.put(withoutPrefix(key), value);
          }
        });
    return settings;
  }

  private static String withoutPrefix(String key) {
    String plain = key;
    for (String prefix : new String[] {"set:", "hiveconf:", "hivevar:", "system:"}) {
      if (plain.startsWith(prefix)) {
        plain = plain.substring(prefix.length());
      }
    }
    return plain;
  }

  private static Optional<String> notEmpty(String text) {
    return Optional.ofNullable(text).filter(s -> !s.isEmpty());
  }
}
