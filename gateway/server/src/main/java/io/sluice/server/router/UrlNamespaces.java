/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.MetadataStore;
import io.sluice.server.session.Namespace;
import io.sluice.server.session.NamespaceResolver;
import io.sluice.server.session.SessionRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * What stands in the path of a JDBC URL: nothing or {@code default}; a datasource; {@code
 * datasource.database}. A database that the metadata DB does not know may still be there, empty, so
 * only an engine can refuse it.
 */
public final class UrlNamespaces implements NamespaceResolver {
  private final MetadataStore metadata;
  private final Executor executor;

  /**
   * @param executor runs what asks the metadata DB
   */
  public UrlNamespaces(MetadataStore metadata, Executor executor) {
    this.metadata = requireNonNull(metadata, "metadata is null");
    this.executor = requireNonNull(executor, "executor is null");
  }

  @Override
  public CompletionStage<Place> resolve(SessionRequest request) {
    Optional<String> catalog = request.catalog();
    Optional<String> database = request.database();
    if (catalog.isEmpty() && database.isPresent()) {
      String path = database.get();
      if (path.equalsIgnoreCase(Names.HIVE_DEFAULT) || path.equals(Names.DEFAULT_DATABASE)) {
        database = Optional.empty();
      } else if (isCatalog(path)) {
        catalog = database;
        database = Optional.empty();
      } else if (path.indexOf('.') > 0) {
        catalog = Optional.of(path.substring(0, path.indexOf('.')));
        database = Optional.of(path.substring(path.indexOf('.') + 1));
      } else {
        throw new SluiceException(
            ErrorCode.SCHEMA_NOT_FOUND,
            "There is no database "
                + path
                + ". Name a datasource, or datasource.database; datasources are: "
                + String.join(", ", metadata.datasources().names())
                + ".");
      }
    }
    if (catalog.isEmpty() || catalog.get().equals(Names.DEFAULT_CATALOG)) {
      return CompletableFuture.completedFuture(inDefaultCatalog(database));
    }
    metadata.datasources().get(catalog.get());
    return inDatasource(catalog.get(), database);
  }

  private boolean isCatalog(String name) {
    return name.equals(Names.DEFAULT_CATALOG) || metadata.datasources().find(name).isPresent();
  }

  private static Place inDefaultCatalog(Optional<String> database) {
    if (database.filter(d -> !d.equals(Names.DEFAULT_DATABASE)).isPresent()) {
      throw new SluiceException(
          ErrorCode.SCHEMA_NOT_FOUND,
          "There is no database " + database.get() + " in " + Names.DEFAULT_CATALOG + ".");
    }
    return new Place(Namespace.initial(), true);
  }

  private CompletionStage<Place> inDatasource(String catalog, Optional<String> database) {
    if (database.isEmpty()) {
      return CompletableFuture.completedFuture(new Place(Namespace.catalog(catalog), true));
    }
    return CompletableFuture.supplyAsync(
        () ->
            new Place(
                Namespace.of(catalog, database.get()),
                metadata.databases(catalog).contains(database.get())),
        executor);
  }
}
