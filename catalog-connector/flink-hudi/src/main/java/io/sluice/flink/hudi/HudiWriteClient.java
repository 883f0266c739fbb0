/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.client.HoodieJavaWriteClient;
import org.apache.hudi.client.WriteStatus;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.client.utils.TransactionUtils;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.common.model.WriteOperationType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.table.HoodieTable;
import org.apache.hudi.table.action.commit.JavaUpsertPreppedCommitActionExecutor;
import org.apache.hudi.table.action.deltacommit.JavaUpsertPreppedDeltaCommitActionExecutor;

/**
 * Hudi's Java client, able to commit what another client, in another process maybe, has written.
 * For that it must be told what the table looked like when the write began: what came after is
 * checked for conflicts.
 */
final class HudiWriteClient extends HoodieJavaWriteClient<IndexedRecord> {
  private static final long serialVersionUID = 1L;

  /**
   * The table as a write sees it.
   *
   * @param lastCompleted the newest completed instant, or null
   * @param pending the instants of other writers that are neither completed nor rolled back
   */
  record View(String lastCompleted, Set<String> pending) implements Serializable {
    View {
      pending = Set.copyOf(pending);
    }

    static View of(HoodieTableMetaClient meta, String own) {
      Set<String> pending = new TreeSet<>(TransactionUtils.getInflightAndRequestedInstants(meta));
      pending.remove(own);
      return new View(
          TransactionUtils.getLastCompletedTxnInstantAndMetadata(meta)
              .map(last -> last.getLeft().requestedTime())
              .orElse(null),
          pending);
    }

    /** The commits of others that this view does not have yet. */
    List<HoodieInstant> completedSince(HoodieTableMetaClient now) {
      return now.getCommitsTimeline()
          .filterCompletedInstants()
          .getInstantsAsStream()
          .filter(
              instant ->
                  lastCompleted == null
                      || instant.requestedTime().compareTo(lastCompleted) > 0
                      || pending.contains(instant.requestedTime()))
          .toList();
    }
  }

  HudiWriteClient(HoodieJavaEngineContext context, HoodieWriteConfig config) {
    super(context, config);
  }

  /** Begins to write the file groups of an instant one by one. */
  FileGroups fileGroups(String instant, WriteOperationType operation, Consumer<WriteStatus> check) {
    transitionInflight(instant);
    HoodieTable<?, ?, ?, ?> table = initTable(operation, Option.of(instant));
    table.validateUpsertSchema();
    preWrite(instant, operation, table.getMetaClient());
    HoodieJavaEngineContext engine = (HoodieJavaEngineContext) context;
    return new FileGroups(
        table.getMetaClient().getTableType() == HoodieTableType.MERGE_ON_READ
            ? new JavaUpsertPreppedDeltaCommitActionExecutor<>(
                engine, config, table, instant, List.of())
            : new JavaUpsertPreppedCommitActionExecutor<>(
                engine, config, table, instant, List.of()),
        check);
  }

  /** Makes the next commit one of a write that began with the view. */
  void resume(View view, WriteOperationType operation, HoodieTableMetaClient meta) {
    setOperationType(operation);
    lastCompletedTxnAndMetadata =
        Option.fromJavaOptional(
            meta.getCommitsTimeline()
                .filterCompletedInstants()
                .getInstantsAsStream()
                .filter(instant -> instant.requestedTime().equals(view.lastCompleted()))
                .map(instant -> Pair.of(instant, Map.<String, String>of()))
                .findFirst());
    pendingInflightAndRequestedInstants = new HashSet<>(view.pending());
  }
}
