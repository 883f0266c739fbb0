/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import static java.util.Objects.requireNonNull;

import io.sluice.metadata.MetadataStore;
import io.sluice.server.operation.LocalResult;
import io.sluice.server.operation.Operation;
import io.sluice.server.session.Namespace;
import io.sluice.server.session.Session;
import io.sluice.server.statement.LocalStatement.ShowCatalogs;
import io.sluice.server.statement.LocalStatement.ShowDatabases;
import io.sluice.server.statement.LocalStatement.ShowTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * SHOW CATALOGS, DATABASES, TABLES and CURRENT, from the metadata DB where that surely is right.
 */
final class Listings {
  private final Operations operations;
  private final MetadataStore metadata;
  private final Executor metadataExecutor;
  private final boolean listsFromSource;

  Listings(
      Operations operations,
      MetadataStore metadata,
      Executor metadataExecutor,
      boolean listsFromSource) {
    this.operations = requireNonNull(operations, "operations is null");
    this.metadata = requireNonNull(metadata, "metadata is null");
    this.metadataExecutor = requireNonNull(metadataExecutor, "metadataExecutor is null");
    this.listsFromSource = listsFromSource;
  }

  CompletionStage<Operation> currentCatalog(Request request) {
    return operations.now(
        request,
        current(
            "current catalog name",
            request.session().namespace().catalog(),
            Names.DEFAULT_CATALOG));
  }

  private static LocalResult current(String column, Optional<String> name, String otherwise) {
    return Answers.names(column, List.of(name.orElse(otherwise)), Optional.empty());
  }

  CompletionStage<Operation> currentDatabase(Request request) {
    Namespace namespace = request.session().namespace();
    if (namespace.database().isEmpty() && !Names.isDefaultCatalog(namespace)) {
      return operations.engine(request);
    }
    return operations.now(
        request, current("current database name", namespace.database(), Names.DEFAULT_DATABASE));
  }

  CompletionStage<Operation> showCatalogs(Request request, ShowCatalogs show) {
    if (request.session().mayHaveOwnNames()) {
      return operations.engine(request);
    }
    List<String> names = new ArrayList<>(metadata.datasources().names());
    names.add(Names.DEFAULT_CATALOG);
    names.sort(null);
    return operations.now(request, Answers.names("catalog name", names, show.like()));
  }

  CompletionStage<Operation> showDatabases(Request request, ShowDatabases show) {
    Session session = request.session();
    Optional<String> catalog = show.catalog().or(() -> session.namespace().catalog());
    if (session.mayHaveOwnNames() || listsFromSource) {
      return operations.engine(request, Rewrites.showDatabases(show), () -> {});
    }
    if (Names.isDefaultCatalog(new Namespace(catalog, Optional.empty()))) {
      return operations.now(
          request, Answers.names("database name", List.of(Names.DEFAULT_DATABASE), show.like()));
    }
    metadata.datasources().get(catalog.get());
    return operations.later(
        request,
        CompletableFuture.supplyAsync(
            () -> Answers.names("database name", metadata.databases(catalog.get()), show.like()),
            metadataExecutor));
  }

  CompletionStage<Operation> showTables(Request request, ShowTables show) {
    Session session = request.session();
    Namespace current = session.namespace();
    Optional<String> catalog = show.catalog().or(current::catalog);
    Optional<String> database =
        show.database().or(() -> show.catalog().isEmpty() ? current.database() : Optional.empty());
    if (session.mayHaveOwnNames() || listsFromSource) {
      return operations.engine(request);
    }
    if (Names.isDefaultCatalog(new Namespace(catalog, database))) {
      return database.filter(d -> !d.equals(Names.DEFAULT_DATABASE)).isPresent()
          ? operations.engine(request)
          : operations.now(request, Answers.names("table name", List.of(), show.like()));
    }
    metadata.datasources().get(catalog.get());
    if (database.isEmpty()) {
      return operations.engine(request);
    }
    return CompletableFuture.supplyAsync(
            () -> metadata.tables(catalog.get(), database.get()), metadataExecutor)
        .thenCompose(
            tables ->
                // No table may mean no database; the engine tells one from the other.
                tables.isEmpty()
                    ? operations.engine(request)
                    : operations.now(request, Answers.names("table name", tables, show.like())));
  }
}
