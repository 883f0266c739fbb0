/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.statement;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * What a statement asks for, if it is one of those that the gateway may answer without an engine.
 */
public sealed interface LocalStatement {
  /** Not one of them: an engine runs it. */
  record None() implements LocalStatement {}

  /** A SELECT without FROM whose items are all literals or session functions. */
  record Probe(List<ProbeItem> items) implements LocalStatement {
    public Probe {
      items = List.copyOf(items);
    }
  }

  /** {@code SET}: lists the session's settings. */
  record ListSettings() implements LocalStatement {}

  /** {@code SET key}: shows one setting. */
  record ShowSetting(String key) implements LocalStatement {
    public ShowSetting {
      requireNonNull(key, "key is null");
    }
  }

  /** {@code SET key = value}, with or without quotes. */
  record ChangeSetting(String key, String value) implements LocalStatement {
    public ChangeSetting {
      requireNonNull(key, "key is null");
      requireNonNull(value, "value is null");
    }
  }

  /** {@code RESET} or {@code RESET key}. */
  record ResetSetting(Optional<String> key) implements LocalStatement {
    public ResetSetting {
      requireNonNull(key, "key is null");
    }
  }

  /** {@code USE CATALOG name}. */
  record UseCatalog(String catalog) implements LocalStatement {
    public UseCatalog {
      requireNonNull(catalog, "catalog is null");
    }
  }

  /** {@code USE [catalog.]database}. */
  record UseDatabase(Optional<String> catalog, String database) implements LocalStatement {
    public UseDatabase {
      requireNonNull(catalog, "catalog is null");
      requireNonNull(database, "database is null");
    }
  }

  /** {@code SHOW CATALOGS}. */
  record ShowCatalogs(Optional<NamePattern> like) implements LocalStatement {
    public ShowCatalogs {
      requireNonNull(like, "like is null");
    }
  }

  /** {@code SHOW DATABASES} or {@code SHOW SCHEMAS}, of a catalog or the current one. */
  record ShowDatabases(Optional<String> catalog, Optional<NamePattern> like)
      implements LocalStatement {
    public ShowDatabases {
      requireNonNull(catalog, "catalog is null");
      requireNonNull(like, "like is null");
    }
  }

  /** {@code SHOW TABLES} of a database or the current one. */
  record ShowTables(Optional<String> catalog, Optional<String> database, Optional<NamePattern> like)
      implements LocalStatement {
    public ShowTables {
      requireNonNull(catalog, "catalog is null");
      requireNonNull(database, "database is null");
      requireNonNull(like, "like is null");
    }
  }

  /** {@code SHOW CURRENT CATALOG}. */
  record ShowCurrentCatalog() implements LocalStatement {}

  /** {@code SHOW CURRENT DATABASE}. */
  record ShowCurrentDatabase() implements LocalStatement {}
}
