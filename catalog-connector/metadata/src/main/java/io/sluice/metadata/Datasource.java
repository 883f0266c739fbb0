/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A named source: a catalog in SQL.
 *
 * <p>Its properties are those of datasources.yaml by key: {@code url}, {@code user}, {@code
 * password} (MySQL, MariaDB); {@code path} (Hudi); {@code catalog.type}, {@code catalog.uri},
 * {@code catalog.warehouse} and any other {@code catalog.…} (Iceberg). Every value may hold a
 * secret reference and is a {@link Secret}.
 *
 * @param name what it is called in SQL
 * @param env DataHub's fabric: datasets of another one are not this datasource's
 * @param platformInstance DataHub's platform instance; empty if datasources.yaml names none
 */
public record Datasource(
    String name,
    Platform platform,
    Map<String, Secret> properties,
    String env,
    Optional<String> platformInstance) {
  public static final String DEFAULT_ENV = "PROD";

  private static final List<String> SECRET_WORDS =
      List.of("password", "secret", "token", "credential", "key", "authorization");

  public Datasource {
    requireNonNull(name, "name is null");
    requireNonNull(platform, "platform is null");
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    requireNonNull(env, "env is null");
    requireNonNull(platformInstance, "platformInstance is null");
  }

  /** A datasource of env PROD with no platform instance, from plain texts. */
  public static Datasource of(String name, Platform platform, Map<String, String> properties) {
    Map<String, Secret> secrets = new LinkedHashMap<>();
    properties.forEach((key, text) -> secrets.put(key, secret(name, key, text)));
    return new Datasource(name, platform, secrets, DEFAULT_ENV, Optional.empty());
  }

  static Secret secret(String datasource, String key, String text) {
    return Secret.of(text, "Datasource " + datasource + ", key " + key);
  }

  public Optional<Secret> property(String key) {
    return Optional.ofNullable(properties.get(key));
  }

  /**
   * The value of a key, resolved.
   *
   * @throws SluiceException INVALID_CONFIGURATION if it is missing or its secret cannot be read
   */
  public String required(String key) {
    return property(key)
        .orElseThrow(
            () ->
                new SluiceException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "Datasource " + name + " has no " + key + ". Add it in datasources.yaml."))
        .reveal();
  }

  /** The values of the keys that speak of a secret, resolved: they are never shown. */
  public List<String> secretValues() {
    return properties.entrySet().stream()
        .filter(e -> SECRET_WORDS.stream().anyMatch(e.getKey().toLowerCase(Locale.ROOT)::contains))
        .map(e -> e.getValue().reveal())
        .toList();
  }

  /** The properties under a prefix, the prefix cut off: {@code catalog.} gives type, uri, … */
  public Map<String, Secret> propertiesUnder(String prefix) {
    Map<String, Secret> found = new LinkedHashMap<>();
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            found.put(key.substring(prefix.length()), value);
          }
        });
    return found;
  }
}
