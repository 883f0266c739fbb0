/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.operation;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.sluice.error.SluiceException;
import io.sluice.thrift.hive.TFetchOrientation;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The rows of one statement, passed on from its engine as they come, one batch read ahead. When the
 * operation ends, every fetch that still waits fails at once, and what comes for it later is
 * released. State is under the monitor; calls and completions happen outside it.
 */
final class EngineRows {
  /** Asks the engine for rows; a failure has been told to the operation already. */
  interface Source {
    CompletionStage<ByteBuf> fetch(TFetchOrientation orientation, int maxRows);
  }

  private final Source source;
  private final boolean readsAhead;
  private final Supplier<Optional<SluiceException>> end;
  private final Set<CompletableFuture<ByteBuf>> waiting = new HashSet<>();
  private Optional<CompletableFuture<ByteBuf>> ahead = Optional.empty();

  /**
   * @param end why no more rows are given; empty while they are
   */
  EngineRows(Source source, boolean readsAhead, Supplier<Optional<SluiceException>> end) {
    this.source = requireNonNull(source, "source is null");
    this.readsAhead = readsAhead;
    this.end = requireNonNull(end, "end is null");
  }

  CompletionStage<ByteBuf> fetch(TFetchOrientation orientation, int maxRows) {
    Optional<CompletableFuture<ByteBuf>> taken = takeAhead();
    if (orientation != TFetchOrientation.FETCH_NEXT) {
      // What was read ahead comes back when the engine starts over.
      return taken
          .map(EngineRows::discard)
          .orElse(CompletableFuture.completedFuture(null))
          .thenCompose(discarded -> ask(orientation, maxRows));
    }
    return taken
        .orElseGet(() -> ask(orientation, maxRows))
        .thenApply(
            bytes -> {
              if (readsAhead && FetchAnswer.saysMoreRowsFollow(bytes)) {
                readAhead(maxRows);
              }
              return bytes;
            });
  }

  /**
   * Asks for the next rows while the client still works on the last ones. A client fetches with one
   * size all along; one that changes it gets one batch of the old size.
   */
  private void readAhead(int maxRows) {
    CompletableFuture<ByteBuf> next = ask(TFetchOrientation.FETCH_NEXT, maxRows);
    synchronized (this) {
      ahead = Optional.of(next);
    }
    endIfOver();
  }

  private CompletableFuture<ByteBuf> ask(TFetchOrientation orientation, int maxRows) {
    CompletableFuture<ByteBuf> answer = new CompletableFuture<>();
    synchronized (this) {
      waiting.add(answer);
    }
    source
        .fetch(orientation, maxRows)
        .whenComplete(
            (bytes, failure) -> {
              synchronized (this) {
                waiting.remove(answer);
              }
              if (failure != null) {
                answer.completeExceptionally(failure);
              } else if (!answer.complete(bytes)) {
                bytes.release();
              }
            });
    endIfOver();
    return answer;
  }

  /** For what was asked just while the operation ended. */
  private void endIfOver() {
    end.get().ifPresent(this::end);
  }

  /** Fails every fetch that waits. */
  void end(SluiceException reason) {
    List<CompletableFuture<ByteBuf>> interrupted;
    synchronized (this) {
      interrupted = List.copyOf(waiting);
      waiting.clear();
    }
    interrupted.forEach(fetch -> fetch.completeExceptionally(reason));
    takeAhead().ifPresent(EngineRows::discard);
  }

  private synchronized Optional<CompletableFuture<ByteBuf>> takeAhead() {
    Optional<CompletableFuture<ByteBuf>> taken = ahead;
    ahead = Optional.empty();
    return taken;
  }

  private static CompletionStage<Void> discard(CompletionStage<ByteBuf> fetch) {
    return fetch.handle(
        (bytes, failure) -> {
          if (bytes != null) {
            bytes.release();
          }
          return null;
        });
  }
}
