/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.session;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a client asks for when it opens a session, read from the configuration map of OpenSession.
 * Hive drivers put URL parameters there with a prefix for their list: {@code set:hiveconf:} for
 * what stands after {@code ?}, {@code set:hivevar:} for what stands after {@code #}.
 *
 * @param settings settings for the session, checked
 * @param variables values for {@code ${name}} in statements
 * @param proxyUser whom the session is to run as, if not the person logged in
 * @param notes what the client should be told: settings that have no effect here
 */
public record SessionRequest(
    Map<String, String> settings,
    Map<String, String> variables,
    Optional<String> catalog,
    Optional<String> database,
    Optional<String> proxyUser,
    List<String> notes) {
  private static final String SET = "set:";

  /** Hive's driver sends it with every session and goes by it itself: nobody has set it. */
  private static final String DRIVERS_OWN = "hive.server2.thrift.resultset.default.fetch.size";

  private static final String HIVE_VARIABLE = "set:hivevar:";
  private static final List<String> SETTING_PREFIXES =
      List.of("set:hiveconf:", "set:system:", "set:metaconf:");
  private static final List<String> PROXY_KEYS =
      List.of("hive.server2.proxy.user", "sluice.session.proxy.user", "kyuubi.session.proxy.user");

  public SessionRequest {
    settings = Map.copyOf(settings);
    variables = Map.copyOf(variables);
    requireNonNull(catalog, "catalog is null");
    requireNonNull(database, "database is null");
    requireNonNull(proxyUser, "proxyUser is null");
    notes = List.copyOf(notes);
  }

  /**
   * Reads and checks a configuration map.
   *
   * @param configuration as it came, perhaps null
   * @throws SluiceException INVALID_SETTING with every setting that is refused
   */
  public static SessionRequest read(Map<String, String> configuration, SettingRules rules) {
    Map<String, String> settings = new TreeMap<>();
    Map<String, String> variables = new TreeMap<>();
    Optional<String> catalog = Optional.empty();
    Optional<String> database = Optional.empty();
    Optional<String> proxyUser = Optional.empty();
    List<String> notes = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (Map.Entry<String, String> entry :
        new TreeMap<>(configuration == null ? Map.of() : configuration).entrySet()) {
      String key = withoutPrefix(entry.getKey());
      String value = entry.getValue() == null ? "" : entry.getValue();
      if (entry.getKey().startsWith(HIVE_VARIABLE)) {
        variables.put(entry.getKey().substring(HIVE_VARIABLE.length()), value);
      } else if (key.equals("use:catalog")) {
        catalog = named(value);
      } else if (key.equals("use:database")) {
        database = named(value);
      } else if (PROXY_KEYS.contains(key)) {
        proxyUser = named(value);
      } else if (key.startsWith(SET)) {
        problems.add("Setting " + key + " is of a kind that no session may set.");
      } else {
        try {
          SettingRules.Setting setting = rules.check(key, value);
          if (!key.equals(DRIVERS_OWN)) {
            setting.note().ifPresent(notes::add);
          }
          if (setting.kept()) {
            settings.put(setting.key(), setting.value());
          }
        } catch (SluiceException e) {
          problems.add(e.getMessage());
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new SluiceException(ErrorCode.INVALID_SETTING, String.join("\n", problems));
    }
    return new SessionRequest(settings, variables, catalog, database, proxyUser, notes);
  }

  private static String withoutPrefix(String key) {
    return SETTING_PREFIXES.stream()
        .filter(key::startsWith)
        .findFirst()
        .map(prefix -> key.substring(prefix.length()))
        .orElse(key);
  }

  private static Optional<String> named(String value) {
    return Optional.of(value.strip()).filter(v -> !v.isEmpty());
  }
}
