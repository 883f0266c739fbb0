/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;

/**
 * Writes with one writer and commits once per checkpoint, or once at the end of a bounded job. The
 * files are written before the checkpoint and made visible after it; a checkpoint restored later
 * commits what it holds, so each row counts once.
 */
final class HudiSink implements Sink<RowData>, SupportsCommitter<HudiCommittable> {
  private static final long serialVersionUID = 1L;

  private final HudiTable table;
  private final HudiWriteOptions options;
  private final boolean bounded;

  /**
   * @param bounded whether a failed commit is the end of it, so that its files are taken away at
   *     once; a streaming job comes back and tries again
   */
  HudiSink(HudiTable table, HudiWriteOptions options, boolean bounded) {
    this.table = requireNonNull(table, "table is null");
    this.options = requireNonNull(options, "options is null");
    this.bounded = bounded;
  }

  @Override
  public SinkWriter<RowData> createWriter(WriterInitContext context) {
    if (context.getTaskInfo().getNumberOfParallelSubtasks() != 1) {
      throw new SluiceException(
          ErrorCode.INTERNAL, "A Hudi table is written by one task, not by several");
    }

    return new Writer(HudiTableWriter.open(table, options));
  }

  @Override
  @Deprecated
  public SinkWriter<RowData> createWriter(InitContext context) {
    throw new UnsupportedOperationException("replaced by createWriter(WriterInitContext)");
  }

  @Override
  public Committer<HudiCommittable> createCommitter(CommitterInitContext context) {
    return new Commits(table, options, bounded);
  }

  @Override
  public SimpleVersionedSerializer<HudiCommittable> getCommittableSerializer() {
    return new HudiCommittable.Serializer();
  }

  /** Holds the rows of a checkpoint. */
  private static final class Writer implements CommittingSinkWriter<RowData, HudiCommittable> {
    private final HudiTableWriter writer;

    Writer(HudiTableWriter writer) {
      this.writer = writer;
    }

    @Override
    public void write(RowData row, Context context) {
      writer.write(row);
    }

    @Override
    public void flush(boolean endOfInput) {
      // The rows of a checkpoint go to files together, in prepareCommit.
    }

    @Override
    public Collection<HudiCommittable> prepareCommit() {
      Optional<HudiCommittable> committable = writer.prepare();
      committable.ifPresent(writer::handedOn);
      return committable.map(List::of).orElse(List.of());
    }

    @Override
    public void close() {
      writer.close();
    }
  }

  /** Opens its client at the first commit. */
  private static final class Commits implements Committer<HudiCommittable> {
    private final HudiTable table;
    private final HudiWriteOptions options;
    private final boolean bounded;
    private HudiCommits commits;

    Commits(HudiTable table, HudiWriteOptions options, boolean bounded) {
      this.table = table;
      this.options = options;
      this.bounded = bounded;
    }

    @Override
    public void commit(Collection<CommitRequest<HudiCommittable>> requests) {
      if (commits == null && !requests.isEmpty()) {
        commits = new HudiCommits(table, options);
      }

      List<HudiCommittable> ordered = new ArrayList<>();
      requests.forEach(request -> ordered.add(request.getCommittable()));
      ordered.sort((a, b) -> a.instant().compareTo(b.instant()));
      ordered.forEach(this::commit);
    }

    private void commit(HudiCommittable committable) {
      try {
        commits.commit(committable);
      } catch (SluiceException e) {
        if (bounded && e.code() == ErrorCode.SOURCE_FAILED) {
          rollBack(committable, e);
        }

        throw e;
      }
    }

    private void rollBack(HudiCommittable committable, SluiceException cause) {
      try {
        commits.rollBack(List.of(committable.instant()));
      } catch (RuntimeException e) {
        cause.addSuppressed(e);
      }
    }

    @Override
    public void close() {
      if (commits != null) {
        commits.close();
      }
    }
  }
}
