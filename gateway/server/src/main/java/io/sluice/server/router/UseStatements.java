/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.MetadataStore;
import io.sluice.server.operation.LocalResult;
import io.sluice.server.operation.Operation;
import io.sluice.server.session.Namespace;
import io.sluice.server.session.Session;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * USE. Before the session has an engine the gateway knows all names but those a person made, so the
 * engine need not start for it.
 */
final class UseStatements {
  private final Operations operations;
  private final MetadataStore metadata;
  private final Executor metadataExecutor;

  UseStatements(Operations operations, MetadataStore metadata, Executor metadataExecutor) {
    this.operations = requireNonNull(operations, "operations is null");
    this.metadata = requireNonNull(metadata, "metadata is null");
    this.metadataExecutor = requireNonNull(metadataExecutor, "metadataExecutor is null");
  }

  CompletionStage<Operation> use(
      Request request, Optional<String> catalog, Optional<String> database) {
    Session session = request.session();
    Namespace before = session.namespace();
    Optional<String> target = catalog.or(before::catalog);
    if (database.filter(Names.HIVE_DEFAULT::equalsIgnoreCase).isPresent()
        && catalog.isEmpty()
        && Names.isDefaultCatalog(before)) {
      // Hive tools say it to any server; the session is in the one default there is.
      return operations.now(request, LocalResult.none());
    }
    Namespace after = new Namespace(target, database);
    if (session.engine().current().isPresent() || session.mayHaveOwnNames()) {
      return operations.engine(request, request.statement().text(), () -> session.use(after));
    }
    if (Names.isDefaultCatalog(after)) {
      return useInDefaultCatalog(request, database);
    }
    metadata.datasources().get(target.get());
    if (database.isEmpty()) {
      session.use(after);
      return operations.now(request, LocalResult.none());
    }
    return knows(target.get(), database.get())
        .thenCompose(
            known -> {
              if (known) {
                session.use(after);
                return operations.now(request, LocalResult.none());
              }
              return operations.engine(
                  request, request.statement().text(), () -> session.use(after));
            });
  }

  private CompletionStage<Operation> useInDefaultCatalog(
      Request request, Optional<String> database) {
    if (database.filter(d -> !d.equals(Names.DEFAULT_DATABASE)).isPresent()) {
      String name = database.get();
      throw new SluiceException(
          ErrorCode.SCHEMA_NOT_FOUND,
          "There is no database "
              + name
              + " in "
              + Names.DEFAULT_CATALOG
              + ". "
              + (metadata.datasources().find(name).isPresent()
                  ? name + " is a datasource: say USE CATALOG " + name + "."
                  : "Say USE datasource.database."));
    }
    request.session().use(Namespace.initial());
    return operations.now(request, LocalResult.none());
  }

  private CompletionStage<Boolean> knows(String catalog, String database) {
    return CompletableFuture.supplyAsync(
        () -> metadata.databases(catalog).contains(database), metadataExecutor);
  }
}
