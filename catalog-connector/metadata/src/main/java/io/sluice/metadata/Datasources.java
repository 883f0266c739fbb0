/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The datasources of this installation, in the order of datasources.yaml. Immutable. */
public final class Datasources {
  public static final String FILE_NAME = "datasources.yaml";

  private final Map<String, Datasource> byName;

  private Datasources(Map<String, Datasource> byName) {
    this.byName = byName;
  }

  public static Datasources of(Collection<Datasource> datasources) {
    Map<String, Datasource> byName = new LinkedHashMap<>();
    for (Datasource datasource : datasources) {
      if (byName.put(datasource.name(), datasource) != null) {
        throw new SluiceException(
            ErrorCode.INVALID_CONFIGURATION,
            "Two datasources are called " + datasource.name() + ".");
      }
    }
    return new Datasources(byName);
  }

  /**
   * Reads datasources.yaml; a file that is not there names no datasource. Secrets are not resolved:
   * a missing one is an error at its first use.
   *
   * @throws SluiceException INVALID_CONFIGURATION with everything wrong in the file, one problem a
   *     line, each with line and key
   */
  public static Datasources load(Path file) {
    if (!Files.exists(file)) {
      return of(List.of());
    }
    String text;
    try {
      text = Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new SluiceException(
          ErrorCode.INVALID_CONFIGURATION,
          "Cannot read " + file + ": " + e.getMessage() + ". It must be readable UTF-8.",
          e);
    }
    DatasourcesYaml yaml = new DatasourcesYaml();
    List<Datasource> datasources = yaml.read(text);
    if (!yaml.problems().isEmpty()) {
      throw new SluiceException(
          ErrorCode.INVALID_CONFIGURATION,
          file + " is not right:\n  " + String.join("\n  ", yaml.problems()));
    }
    return of(datasources);
  }

  public List<Datasource> all() {
    return List.copyOf(byName.values());
  }

  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  public Optional<Datasource> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /**
   * The datasource of a name.
   *
   * @throws SluiceException CATALOG_NOT_FOUND, with the names there are
   */
  public Datasource get(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new SluiceException(
                    ErrorCode.CATALOG_NOT_FOUND,
                    "There is no datasource "
                        + name
                        + (byName.isEmpty()
                            ? "; " + FILE_NAME + " names none."
                            : ". There are: " + String.join(", ", byName.keySet()) + '.')));
  }
}
