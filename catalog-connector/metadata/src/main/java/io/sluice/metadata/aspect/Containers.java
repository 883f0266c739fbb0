/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Databases, schemas, catalogs and namespaces by URN: their names are the one sure way to cut a
 * dataset's dotted name.
 */
public final class Containers {
  /**
   * A database as its own record tells of it, tables or none.
   *
   * @param platform DataHub's id
   */
  public record Database(
      String urn, String name, String platform, String env, Optional<String> instance) {
    public Database {
      requireNonNull(urn, "urn is null");
      requireNonNull(name, "name is null");
      requireNonNull(platform, "platform is null");
      requireNonNull(env, "env is null");
      requireNonNull(instance, "instance is null");
    }
  }

  private final Map<String, Database> databases = new TreeMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> parents = new HashMap<>();
  private final Set<String> removed = new HashSet<>();

  public Containers(Collection<Aspect> aspects) {
    for (Aspect aspect : aspects) {
      switch (aspect.name()) {
        case AspectNames.CONTAINER_PROPERTIES -> {
          Json.text(aspect.value(), "name").ifPresent(name -> names.put(aspect.urn(), name));
          database(aspect).ifPresent(database -> databases.put(aspect.urn(), database));
        }
        case AspectNames.CONTAINER ->
            Json.text(aspect.value(), "container")
                .ifPresent(parent -> parents.put(aspect.urn(), parent));
        case AspectNames.STATUS -> {
          if (aspect.value().path("removed").asBoolean(false)) {
            removed.add(aspect.urn());
          }
        }
        default -> {}
      }
    }
  }

  private static Optional<Database> database(Aspect properties) {
    JsonNode key = properties.value().path("customProperties");
    Optional<String> name = Json.text(key, "database");
    Optional<String> platform = Json.text(key, "platform");
    if (name.isEmpty() || platform.isEmpty() || key.has("schema")) {
      return Optional.empty();
    }
    String env =
        Json.text(key, "env").or(() -> Json.text(properties.value(), "env")).orElse("PROD");
    return Optional.of(
        new Database(
            properties.urn(), name.get(), platform.get(), env, Json.text(key, "instance")));
  }

  /** Databases that are not marked as removed. */
  public List<Database> databases() {
    return databases.values().stream().filter(database -> !isRemoved(database.urn())).toList();
  }

  /** Names from the outermost container to this one; those without a known name left out. */
  List<String> chain(String urn) {
    List<String> chain = new ArrayList<>();
    for (String each : ancestors(urn)) {
      if (names.containsKey(each)) {
        chain.add(names.get(each));
      }
    }
    Collections.reverse(chain);
    return chain;
  }

  /** True if it or a container around it is marked as removed. */
  boolean isRemoved(String urn) {
    return ancestors(urn).stream().anyMatch(removed::contains);
  }

  private List<String> ancestors(String urn) {
    Set<String> seen = new HashSet<>();
    List<String> ancestors = new ArrayList<>();
    for (String at = urn; at != null && seen.add(at); at = parents.get(at)) {
      ancestors.add(at);
    }
    return ancestors;
  }
}
