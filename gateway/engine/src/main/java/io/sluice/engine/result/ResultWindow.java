/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.result;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.protocol.rowset.RowBlock;
import io.sluice.protocol.rowset.RowSchema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The part of a result that is in memory: blocks come in at one end from the job, rows go out at
 * the other to the fetching client. At most {@code capacityBytes} (and one block more) wait unread;
 * a client that stops fetching therefore stops the job's output.
 *
 * <p>The end of data and a failure are different things: {@link #finish} lets the client read to
 * the end, {@link #fail} makes the next fetch an error, whatever is still unread.
 *
 * <p>One producer thread and one fetch at a time. All state is under {@code lock}; futures are
 * completed outside it. Rows that were read are kept for FETCH_FIRST as long as all of them fit
 * into the capacity, so small results can be read again.
 */
public final class ResultWindow {
  /** Rows of one fetch. {@code firstRow} counts from the start of the result. */
  public record Batch(List<RowBlock> blocks, long firstRow, boolean hasMore) {
    public Batch {
      blocks = List.copyOf(blocks);
    }
  }

  private enum End {
    OPEN,
    FINISHED,
    FAILED,
    CLOSED
  }

  private final RowSchema schema;
  private final long capacityBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition space = lock.newCondition();
  private final Deque<RowBlock> unread = new ArrayDeque<>();
  private final List<RowBlock> read = new ArrayList<>();
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private long unreadBytes;
  private long readBytes;
  private boolean rewindable = true;
  private long rowsPut;
  private long rowsFetched;
  private End end = End.OPEN;
  private SluiceException failure;
  private PendingFetch pending;

  public ResultWindow(RowSchema schema, long capacityBytes) {
    this.schema = requireNonNull(schema, "schema is null");
    this.capacityBytes = capacityBytes;
  }

  public RowSchema schema() {
    return schema;
  }

  /** Completes when the first rows can be fetched, or it is known that none will come. */
  public CompletionStage<Void> started() {
    return started;
  }

  /** Rows that the job has handed over so far. */
  public long rowsPut() {
    lock.lock();
    try {
      return rowsPut;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Hands rows over, waiting for space.
   *
   * @return false if nobody wants rows any more (closed or failed): the producer should stop
   */
  public boolean put(RowBlock block) throws InterruptedException {
    Runnable wake;
    lock.lockInterruptibly();
    try {
      while (end == End.OPEN && unreadBytes >= capacityBytes) {
        space.await();
      }
      if (end != End.OPEN) {
        return false;
      }
      if (block.rows() == 0) {
        return true;
      }
      unread.add(block);
      unreadBytes += block.bytes();
      rowsPut += block.rows();
      wake = wakeFetch();
    } finally {
      lock.unlock();
    }
    started.complete(null);
    wake.run();
    return true;
  }

  /** Tells that all rows have been put. */
  public void finish() {
    settle(End.FINISHED, null);
  }

  /** Makes this and every later fetch fail; unread rows are dropped. */
  public void fail(SluiceException reason) {
    settle(End.FAILED, requireNonNull(reason, "reason is null"));
  }

  /** Drops everything and lets the producer go. */
  public void close() {
    settle(
        End.CLOSED,
        new SluiceException(
            ErrorCode.INVALID_HANDLE, "The operation was closed while its rows were fetched."));
  }

  /**
   * The next rows. The stage completes at once if there are any or the end is reached, else when
   * the first come; an empty batch means the end and nothing else.
   *
   * @return fails with a SluiceException: the job's own, or INVALID_FETCH if another fetch waits
   */
  public CompletionStage<Batch> next(int maxRows, long maxBytes) {
    PendingFetch fetch = new PendingFetch(Math.max(1, maxRows), Math.max(1, maxBytes));
    Runnable answer;
    lock.lock();
    try {
      if (pending != null && !pending.answer.isDone()) {
        answer =
            () ->
                fetch.answer.completeExceptionally(
                    new SluiceException(
                        ErrorCode.INVALID_FETCH,
                        "Another fetch of this operation is waiting for rows; fetch one after the other."));
      } else {
        pending = fetch;
        answer = wakeFetch();
      }
    } finally {
      lock.unlock();
    }
    answer.run();
    return fetch.answer;
  }

  /** Ends a fetch that still waits; it takes no rows. */
  public void abandon(CompletionStage<Batch> fetch, SluiceException reason) {
    boolean ours;
    lock.lock();
    try {
      ours = pending != null && pending.answer == fetch;
      if (ours) {
        pending = null;
      }
    } finally {
      lock.unlock();
    }
    if (ours) {
      fetch.toCompletableFuture().completeExceptionally(reason);
    }
  }

  /**
   * Makes the next fetch start at the first row again.
   *
   * @throws SluiceException INVALID_FETCH if rows have left the window
   */
  public void rewind() {
    lock.lock();
    try {
      if (!rewindable) {
        throw new SluiceException(
            ErrorCode.INVALID_FETCH,
            "The first rows of this result are no longer held: only results up to "
                + capacityBytes
                + " bytes can be read again. Run the statement again, or fetch forward only.");
      }
      for (int i = read.size() - 1; i >= 0; i--) {
        unread.addFirst(read.get(i));
      }
      unreadBytes += readBytes;
      read.clear();
      readBytes = 0;
      rowsFetched = 0;
    } finally {
      lock.unlock();
    }
  }

  /** Completes when the last row has been fetched, or the window failed or was closed. */
  public CompletionStage<Void> drained() {
    return drained;
  }

  private void settle(End how, SluiceException reason) {
    Runnable wake;
    lock.lock();
    try {
      // A failure may follow the end only while the client has not been told of the end.
      if (end == End.CLOSED || end == End.FAILED && how != End.CLOSED || end == how) {
        return;
      }
      end = how;
      failure = reason;
      if (how != End.FINISHED) {
        unread.clear();
        unreadBytes = 0;
        read.clear();
        readBytes = 0;
        rewindable = false;
      }
      space.signalAll();
      wake = wakeFetch();
    } finally {
      lock.unlock();
    }
    started.complete(null);
    if (how != End.FINISHED) {
      drained.complete(null);
    }
    wake.run();
  }

  /** Under the lock: what answers the waiting fetch, to be run outside the lock. */
  private Runnable wakeFetch() {
    PendingFetch fetch = pending;
    if (fetch == null) {
      return () -> {};
    }
    if (end == End.FAILED || end == End.CLOSED) {
      pending = null;
      SluiceException reason = failure;
      return () -> fetch.answer.completeExceptionally(reason);
    }
    if (unread.isEmpty() && end == End.OPEN) {
      return () -> {};
    }
    pending = null;
    Batch batch = take(fetch.maxRows, fetch.maxBytes);
    return () -> {
      fetch.answer.complete(batch);
      if (!batch.hasMore()) {
        drained.complete(null);
      }
    };
  }

  private Batch take(int maxRows, long maxBytes) {
    List<RowBlock> blocks = new ArrayList<>();
    long first = rowsFetched;
    int rows = 0;
    long bytes = 0;
    while (!unread.isEmpty() && rows < maxRows && (bytes < maxBytes || blocks.isEmpty())) {
      RowBlock block = unread.remove();
      unreadBytes -= block.bytes();
      int wanted = maxRows - rows;
      if (block.rows() > wanted) {
        RowBlock rest = block.slice(wanted, block.rows());
        block = block.slice(0, wanted);
        unread.addFirst(rest);
        unreadBytes += rest.bytes();
      }
      blocks.add(block);
      rows += block.rows();
      bytes += block.bytes();
      remember(block);
    }
    rowsFetched += rows;
    space.signalAll();
    return new Batch(blocks, first, end == End.OPEN || !unread.isEmpty());
  }

  private void remember(RowBlock block) {
    if (!rewindable) {
      return;
    }
    readBytes += block.bytes();
    if (readBytes > capacityBytes) {
      rewindable = false;
      read.clear();
      readBytes = 0;
    } else {
      read.add(block);
    }
  }

  private static final class PendingFetch {
    private final int maxRows;
    private final long maxBytes;
    private final CompletableFuture<Batch> answer = new CompletableFuture<>();

    PendingFetch(int maxRows, long maxBytes) {
      this.maxRows = maxRows;
      this.maxBytes = maxBytes;
    }
  }
}
