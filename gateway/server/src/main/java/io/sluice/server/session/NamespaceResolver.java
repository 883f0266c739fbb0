/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.session;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletionStage;

/** Finds out what the catalog and database of a client's URL mean. */
public interface NamespaceResolver {
  /**
   * Where a session starts.
   *
   * @param certain false if only an engine can tell whether it exists
   */
  record Place(Namespace namespace, boolean certain) {
    public Place {
      requireNonNull(namespace, "namespace is null");
    }
  }

  /** Fails with CATALOG_NOT_FOUND or SCHEMA_NOT_FOUND if there is surely no such place. */
  CompletionStage<Place> resolve(SessionRequest request);
}
