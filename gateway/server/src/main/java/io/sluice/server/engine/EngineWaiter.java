/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Somebody who waits for an engine. Closing it says that the engine is wanted no longer; a start
 * for which nobody waits any more is abandoned.
 */
public final class EngineWaiter implements AutoCloseable {
  private final Consumer<String> progress;
  private final CompletableFuture<EngineConnection> engine = new CompletableFuture<>();
  private volatile Runnable onClose = () -> {};

  EngineWaiter(Consumer<String> progress) {
    this.progress = requireNonNull(progress, "progress is null");
  }

  /** The engine, or why there is none. */
  public CompletionStage<EngineConnection> engine() {
    return engine;
  }

  void progress(String line) {
    progress.accept(line);
  }

  void complete(EngineConnection connection) {
    engine.complete(connection);
  }

  void fail(Throwable reason) {
    engine.completeExceptionally(reason);
  }

  void onClose(Runnable action) {
    onClose = requireNonNull(action, "action is null");
  }

  @Override
  public void close() {
    onClose.run();
  }
}
