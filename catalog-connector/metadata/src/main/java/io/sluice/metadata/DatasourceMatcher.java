/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import io.sluice.metadata.aspect.Containers;
import io.sluice.metadata.aspect.Dataset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which datasource a dataset belongs to: the one of its platform, env and platform instance. A
 * datasource that names no instance has its own name as one (so Sluice's harvest writes it), and
 * also takes the datasets without an instance if no other such datasource could.
 */
public final class DatasourceMatcher {
  private final Datasources datasources;

  public DatasourceMatcher(Datasources datasources) {
    this.datasources = datasources;
  }

  /**
   * The datasource, if datasources.yaml has it.
   *
   * @throws IllegalArgumentException saying why it cannot be told which of several it is
   */
  public Optional<Datasource> datasourceOf(Dataset dataset) {
    return datasourceOf(dataset.platform(), dataset.env(), dataset.instance());
  }

  /** True if it is certain that a database is this datasource's. */
  public boolean isOf(Containers.Database database, Datasource datasource) {
    try {
      return datasourceOf(database.platform(), database.env(), database.instance())
          .filter(datasource::equals)
          .isPresent();
    } catch (IllegalArgumentException e) {
      return false; // of several it may be
    }
  }

  private Optional<Datasource> datasourceOf(
      String platform, String env, Optional<String> instance) {
    List<Datasource> candidates =
        datasources.all().stream()
            .filter(d -> d.platform().id().equals(platform))
            .filter(d -> d.env().equals(env))
            .filter(
                d ->
                    instance.isPresent()
                        ? instanceOf(d).equals(instance.get())
                        : d.platformInstance().isEmpty())
            .toList();
    if (candidates.size() > 1) {
      throw new IllegalArgumentException(
          "its record has no platform instance, and it may belong to any of "
              + candidates.stream().map(Datasource::name).collect(Collectors.joining(", "))
              + "; set platform_instance in "
              + Datasources.FILE_NAME);
    }
    return candidates.stream().findFirst();
  }

  /** The instance a datasource's datasets carry. */
  public static String instanceOf(Datasource datasource) {
    return datasource.platformInstance().orElse(datasource.name());
  }

  /** The instances of all datasources of a platform, by DataHub's id. */
  public List<String> instances(String platform) {
    return datasources.all().stream()
        .filter(d -> d.platform().id().equals(platform))
        .map(DatasourceMatcher::instanceOf)
        .toList();
  }
}
