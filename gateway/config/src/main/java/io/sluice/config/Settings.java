/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.config;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * Immutable values of options. {@code sluice.x} wins over {@code kyuubi.x}. A value may refer to a
 * secret ({@code ${env:NAME}}, {@code ${file:/path}}); it is resolved when read and never stored.
 */
public final class Settings {
  private final Map<String, String> values;

  private Settings(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  public static Settings empty() {
    return new Settings(Map.of());
  }

  public static Settings of(Map<String, String> values) {
    return new Settings(requireNonNull(values, "values is null"));
  }

  /**
   * Reads a properties file; a file that is not there gives no values.
   *
   * @throws SluiceException INVALID_CONFIGURATION if it cannot be read
   */
  public static Settings load(Path file) {
    if (!Files.exists(file)) {
      return empty();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new SluiceException(
          ErrorCode.INVALID_CONFIGURATION,
          "Cannot read the settings in " + file + ": " + e.getMessage() + ".",
          e);
    }
    Map<String, String> values = new TreeMap<>();
    properties.stringPropertyNames().forEach(k -> values.put(k, properties.getProperty(k)));
    return new Settings(values);
  }

  /** These settings with others on top. */
  public Settings with(Map<String, String> overrides) {
    Map<String, String> merged = new TreeMap<>(values);
    merged.putAll(overrides);
    return new Settings(merged);
  }

  public Settings with(Option<?> option, String text) {
    return with(Map.of(option.key(), text));
  }

  /**
   * The value of an option that has a default or must be set.
   *
   * @throws SluiceException INVALID_SETTING if it is not set and has no default, or is malformed
   */
  public <T> T get(Option<T> option) {
    return find(option)
        .orElseThrow(
            () ->
                new SluiceException(
                    ErrorCode.INVALID_SETTING, "Setting " + option.key() + " is not set."));
  }

  public <T> Optional<T> find(Option<T> option) {
    return text(option)
        .map(text -> option.parse(SecretReference.resolve(text, option.key())))
        .or(option::defaultValue);
  }

  public boolean isSet(Option<?> option) {
    return text(option).isPresent();
  }

  private Optional<String> text(Option<?> option) {
    String own = values.get(option.key());
    if (own != null) {
      return Optional.of(own);
    }
    return option.kyuubiKey().map(values::get);
  }

  /** All values as they were given, secret references unresolved. */
  public Map<String, String> asMap() {
    return values;
  }

  /**
   * Everything wrong with these settings, in one list: unknown {@code sluice.} keys and values that
   * do not parse. {@code kyuubi.} keys that Sluice does not know are not a problem.
   */
  public List<String> problems(Collection<? extends Option<?>> known) {
    Set<String> keys = new HashSet<>();
    List<String> problems = new ArrayList<>();
    for (Option<?> option : known) {
      keys.add(option.key());
      try {
        find(option);
      } catch (SluiceException e) {
        problems.add(e.getMessage());
      }
    }
    for (String key : new TreeMap<>(values).keySet()) {
      if (key.startsWith("sluice.") && !keys.contains(key)) {
        problems.add("Setting " + key + " is unknown.");
      }
    }
    return problems;
  }
}
