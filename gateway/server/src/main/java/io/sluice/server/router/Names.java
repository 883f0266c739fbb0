/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import io.sluice.server.session.Namespace;

/** Names every engine session starts with. */
final class Names {
  /** The catalog that is not a datasource: temporary objects live there. */
  static final String DEFAULT_CATALOG = "default_catalog";

  static final String DEFAULT_DATABASE = "default_database";

  /** Hive drivers ask for this database when the URL names none. */
  static final String HIVE_DEFAULT = "default";

  private Names() {}

  /** True for the engine's own catalog. */
  static boolean isDefaultCatalog(Namespace namespace) {
    return namespace.catalog().map(DEFAULT_CATALOG::equals).orElse(true);
  }
}
