/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.session;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Option;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a session may set, in its URL or with SET. Sluice's own settings only where their option
 * says so; the engine's where the allow list says so. Settings of Hive and of Kyuubi that Sluice
 * does not have are taken without effect, and the client is told, so that the URLs of other servers
 * go on working. Anything else is refused: never ignored in silence (apache/kyuubi#7676).
 */
public final class SettingRules {
  private static final List<String> FOREIGN =
      List.of("hive.", "kyuubi.", "mapred.", "mapreduce.", "tez.", "spark.", "hadoop.", "fs.");

  private final Map<String, Option<?>> options = new HashMap<>();
  private final List<String> engineSettings;

  /**
   * @param options every option the gateway knows
   */
  public SettingRules(Collection<? extends Option<?>> options, Settings settings) {
    for (Option<?> option : options) {
      this.options.put(option.key(), option);
      option.kyuubiKey().ifPresent(key -> this.options.putIfAbsent(key, option));
    }
    engineSettings = settings.get(SessionOptions.ENGINE_SETTINGS);
  }

  /**
   * A setting that passed.
   *
   * @param key Sluice's or the engine's key, whatever form was given
   * @param note what to tell the client of it
   * @param kept false if it has no effect
   */
  public record Setting(String key, String value, Optional<String> note, boolean kept) {
    public Setting {
      requireNonNull(key, "key is null");
      requireNonNull(value, "value is null");
      requireNonNull(note, "note is null");
    }
  }

  /**
   * Checks one setting.
   *
   * @throws SluiceException INVALID_SETTING if the session may not set it or the value is wrong
   */
  public Setting check(String key, String value) {
    Option<?> option = options.get(key);
    if (option != null) {
      return own(option, value);
    }
    String engineKey = key.startsWith("flink.") ? key.substring("flink.".length()) : key;
    if (isEngineSetting(engineKey)) {
      return new Setting(engineKey, value, Optional.empty(), true);
    }
    if (FOREIGN.stream().anyMatch(key::startsWith)) {
      return new Setting(
          key, value, Optional.of("Setting " + key + " has no effect in Sluice."), false);
    }
    throw new SluiceException(
        ErrorCode.INVALID_SETTING,
        "Setting "
            + key
            + " may not be set in a session"
            + (key.startsWith("sluice.") ? ": Sluice has no such setting." : ".")
            + " See docs/settings.md for those that may.");
  }

  private static Setting own(Option<?> option, String value) {
    if (option.audience() != Option.Audience.SESSION) {
      throw new SluiceException(
          ErrorCode.INVALID_SETTING,
          "Setting " + option.key() + " is the administrator's; a session may not set it.");
    }
    Object parsed = option.parse(value);
    requireNonNull(parsed, "an option never parses to null");
    return new Setting(option.key(), value, Optional.empty(), true);
  }

  private boolean isEngineSetting(String key) {
    return engineSettings.stream()
        .anyMatch(
            allowed ->
                allowed.endsWith("*")
                    ? key.startsWith(allowed.substring(0, allowed.length() - 1))
                    : key.equals(allowed));
  }
}
