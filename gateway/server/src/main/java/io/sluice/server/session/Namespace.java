/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.session;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What unqualified names of a session mean, as far as the gateway knows it. After USE CATALOG only
 * the engine knows which database is current.
 *
 * @param catalog empty for the engine's own default catalog
 * @param database empty if only the engine knows
 */
public record Namespace(Optional<String> catalog, Optional<String> database) {
  public Namespace {
    requireNonNull(catalog, "catalog is null");
    requireNonNull(database, "database is null");
  }

  /** Where a session starts that names nothing. */
  public static Namespace initial() {
    return new Namespace(Optional.empty(), Optional.empty());
  }

  public static Namespace of(String catalog, String database) {
    return new Namespace(Optional.of(catalog), Optional.of(database));
  }

  public static Namespace catalog(String catalog) {
    return new Namespace(Optional.of(catalog), Optional.empty());
  }
}
