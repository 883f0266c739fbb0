/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.sql;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;

/**
 * What a session starts with.
 *
 * @param id public id, the same in the gateway's and the engine's log
 * @param user whose session it is; never changes
 * @param settings keys and values the session was opened with, without the protocol's own
 * @param catalog catalog to use
 * @param database database to use
 */
public record SessionSpec(
    String id,
    String user,
    Map<String, String> settings,
    Optional<String> catalog,
    Optional<String> database) {
  public SessionSpec {
    requireNonNull(id, "id is null");
    requireNonNull(user, "user is null");
    settings = Map.copyOf(settings);
    requireNonNull(catalog, "catalog is null");
    requireNonNull(database, "database is null");
  }
}
