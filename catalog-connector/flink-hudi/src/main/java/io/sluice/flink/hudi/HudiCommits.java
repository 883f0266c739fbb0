/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.client.WriteStatus;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.common.model.WriteOperationType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.util.CommitUtils;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.exception.HoodieException;
import org.apache.hudi.exception.HoodieWriteConflictException;

/**
 * One Hudi write client and what it has open. An instant is pending from {@link #write} until
 * {@link #commit} or {@link #rollBack}; a reader sees it only once it is committed.
 */
final class HudiCommits implements AutoCloseable {
  private final HudiTable table;
  private final HudiWriteClient client;
  private final boolean upserts;
  private final boolean fillsSmallFiles;

  HudiCommits(HudiTable table, HudiWriteOptions options) {
    this.table = requireNonNull(table, "table is null");
    this.upserts = options.upserts();
    this.fillsSmallFiles = options.fillsSmallFiles();
    HoodieTableMetaClient meta = table.metaClient();
    boolean fresh = meta.getCommitsTimeline().filterCompletedInstants().empty();
    boolean metadata =
        meta.getTableConfig().isMetadataTableAvailable() || (fresh && options.metadata());
    this.client =
        new HudiWriteClient(
            new HoodieJavaEngineContext(table.conf().storage()),
            HudiWriteConfigs.of(table, meta, metadata, options));
  }

  /**
   * A write that has begun.
   *
   * @param meta the table as it was then: what is looked up for the write is looked up there
   */
  record Begun(String instant, HoodieTableMetaClient meta, HudiWriteClient.View view) {}

  /** Begins an instant, after taking away what dead writers left. */
  Begun begin() {
    try {
      client.rollbackFailedWrites(table.metaClient());
      String instant = client.startCommit();
      HoodieTableMetaClient meta = table.metaClient();
      return new Begun(instant, meta, HudiWriteClient.View.of(meta, instant));
    } catch (HoodieException e) {
      throw failure("could not be written to", e);
    }
  }

  /** Writes the files of an instant. */
  HudiCommittable write(Begun begun, List<HoodieRecord<IndexedRecord>> rows) {
    if (!fillsSmallFiles(begun)) {
      return inGroups(begun, new HeldCommit(table, rows)::write);
    }

    try {
      List<WriteStatus> statuses =
          upserts
              ? client.upsertPreppedRecords(rows, begun.instant())
              : client.insert(rows, begun.instant());
      statuses.forEach(this::requireWritten);
      return new HudiCommittable(
          begun.instant(), begun.view(), statuses.stream().map(WriteStatus::getStat).toList());
    } catch (HoodieException e) {
      throw failure("could not be written to", e);
    }
  }

  /** Writes the files of an instant whose rows are not in memory. */
  HudiCommittable write(Begun begun, SpilledCommit rows) {
    return inGroups(
        begun,
        groups -> {
          if (upserts) {
            rows.upsert(begun.meta(), groups);
          } else {
            rows.insert(groups);
          }
        });
  }

  /**
   * Whether new rows may be merged into small files. Two writers that fill the same one are in
   * conflict, whatever their keys are; since an instant is requested before the others are looked
   * at, of two writers at most one finds itself alone. An insert does not know whether the file has
   * its keys already, and Hudi takes a key to be in a file once. Hudi's client never fills files of
   * a MERGE_ON_READ table, and what it calls an insert there is an upsert.
   */
  private boolean fillsSmallFiles(Begun begun) {
    return fillsSmallFiles
        && table.type() == HudiTableType.COPY_ON_WRITE
        && (upserts || table.recordKeys().isEmpty())
        && begun.view().pending().isEmpty();
  }

  private HudiCommittable inGroups(Begun begun, Consumer<FileGroups> rows) {
    try {
      FileGroups groups =
          client.fileGroups(
              begun.instant(),
              upserts ? WriteOperationType.UPSERT_PREPPED : WriteOperationType.INSERT,
              this::requireWritten);
      rows.accept(groups);
      return new HudiCommittable(begun.instant(), begun.view(), groups.stats());
    } catch (RuntimeException e) {
      // Hudi wraps what the rows throw in exceptions of many kinds.
      throw failure("could not be written to", e);
    }
  }

  private void requireWritten(WriteStatus status) {
    if (status.hasErrors()) {
      Throwable cause =
          status.getGlobalError() != null
              ? status.getGlobalError()
              : status.getErrors().values().stream().findFirst().orElse(null);
      throw failure("could not be written to", cause);
    }
  }

  /**
   * Makes an instant's rows visible; does nothing if they are already.
   *
   * @throws SluiceException {@code SOURCE_FAILED} if they are not visible and never will be, {@code
   *     SOURCE_COMMIT_UNKNOWN} if nobody can tell
   */
  void commit(HudiCommittable committable) {
    String instant = committable.instant();
    if (finished(instant)) {
      return;
    }

    try {
      // The writer that began the instant may be gone, and its heartbeat with it.
      client.getHeartbeatClient().start(instant);
      NewKeys keys = upserts ? new NewKeys(table, committable) : null;
      // Most of the work is done before the lock is taken, which others may be waiting for.
      requireNew(keys);
      client.resume(
          committable.began(),
          upserts ? WriteOperationType.UPSERT : WriteOperationType.INSERT,
          table.metaClient());
      boolean done =
          client.commitStats(
              instant,
              committable.stats(),
              Option.empty(),
              CommitUtils.getCommitActionType(HoodieTableType.valueOf(table.type().name())),
              Map.of(),
              Option.of((meta, commit) -> requireNew(keys)));
      if (!done) {
        throw new HoodieException("the commit was refused");
      }
    } catch (RuntimeException e) {
      settle(instant, e);
    }
  }

  /** An insert does not ask whether its keys are new, so it does not ask whether they stayed so. */
  private void requireNew(NewKeys keys) {
    if (keys != null) {
      keys.requireNew(table.metaClient());
    }
  }

  /** After a failed commit: finds out what became of it. */
  private void settle(String instant, RuntimeException cause) {
    boolean visible;
    try {
      visible = completed(instant);
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
      throw new SluiceException(
          ErrorCode.SOURCE_COMMIT_UNKNOWN,
          "Whether the commit "
              + instant
              + " of the Hudi table "
              + table.path()
              + " took place is unknown: "
              + cause.getMessage()
              + "; look at the table before you repeat the statement",
          cause);
    }

    if (!visible && conflict(cause)) {
      // For good, so whoever writes next may take the files away.
      client.releaseResources(instant);
      throw failure(
          "was written to by somebody else at the same time; run the statement again", cause);
    }

    if (!visible) {
      throw failure("could not be committed to", cause);
    }
  }

  /** Whether an instant is committed. If so, no heartbeat of it goes on in this client. */
  boolean finished(String instant) {
    boolean completed = completed(instant);
    if (completed) {
      client.releaseResources(instant);
    }

    return completed;
  }

  private boolean completed(String instant) {
    return table
        .metaClient()
        .getCommitsTimeline()
        .filterCompletedInstants()
        .containsInstant(instant);
  }

  /** Takes the files of instants away, except of those that are committed. */
  void rollBack(Collection<String> instants) {
    for (String instant : instants) {
      if (!completed(instant)) {
        client.rollback(instant);
      }
    }
  }

  @Override
  public void close() {
    client.close();
  }

  private static boolean conflict(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof HoodieWriteConflictException) {
        return true;
      }
    }

    return false;
  }

  private SluiceException failure(String what, Throwable cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof SluiceException known) {
        return known;
      }
    }

    return new SluiceException(
        ErrorCode.SOURCE_FAILED,
        "The Hudi table "
            + table.path()
            + ' '
            + what
            + (cause == null ? "" : " (" + cause.getMessage() + ")"),
        cause);
  }
}
