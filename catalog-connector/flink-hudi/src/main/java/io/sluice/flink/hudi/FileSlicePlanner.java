/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hudi.common.config.HoodieMetadataConfig;
import org.apache.hudi.common.engine.HoodieLocalEngineContext;
import org.apache.hudi.common.fs.FSUtils;
import org.apache.hudi.common.model.FileSlice;
import org.apache.hudi.common.model.HoodieBaseFile;
import org.apache.hudi.common.model.HoodieFileGroupId;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.timeline.HoodieTimeline;
import org.apache.hudi.common.table.view.FileSystemViewManager;
import org.apache.hudi.common.table.view.HoodieTableFileSystemView;

/**
 * Lists the file slices of a snapshot. Only completed instants count: a file whose instant is
 * requested, inflight or rolled back is not seen, however old it is (HUDI-5569).
 */
final class FileSlicePlanner {
  private final HudiTable table;
  private final HudiReadOptions options;

  FileSlicePlanner(HudiTable table, HudiReadOptions options) {
    this.table = requireNonNull(table, "table is null");
    this.options = requireNonNull(options, "options is null");
  }

  /** The slices of a scan; empty for a table without commits. */
  static List<HudiSplit> plan(HudiScan scan) {
    return new FileSlicePlanner(scan.table(), scan.options())
        .plan(scan.table().metaClient(), scan.partitions()::mayHold);
  }

  /** The slices of the partitions that the test accepts. */
  List<HudiSplit> plan(HoodieTableMetaClient client, Predicate<String> wanted) {
    HoodieTimeline completed = client.getCommitsAndCompactionTimeline().filterCompletedInstants();
    if (completed.empty()) {
      return List.of();
    }

    String instant = instant(client, completed);
    HoodieLocalEngineContext engine = new HoodieLocalEngineContext(table.conf().storage());
    HoodieMetadataConfig metadata =
        HoodieMetadataConfig.newBuilder()
            .enable(client.getTableConfig().isMetadataTableAvailable())
            .build();
    List<HudiSplit> splits = new ArrayList<>();
    try (HoodieTableFileSystemView view = view(engine, client, metadata, completed)) {
      for (String partition : FSUtils.getAllPartitionPaths(engine, client, metadata)) {
        if (wanted.test(partition)) {
          slices(view, partition, instant)
              .forEach(slice -> splits.add(split(slice, partition, instant, splits.size())));
        }
      }
    }

    return splits;
  }

  private static HoodieTableFileSystemView view(
      HoodieLocalEngineContext engine,
      HoodieTableMetaClient client,
      HoodieMetadataConfig metadata,
      HoodieTimeline completed) {
    return metadata.isEnabled()
        ? FileSystemViewManager.createInMemoryFileSystemViewWithTimeline(
            engine, client, metadata, completed)
        : new HoodieTableFileSystemView(new CommittedFiles(engine, client), client, completed);
  }

  private String instant(HoodieTableMetaClient client, HoodieTimeline completed) {
    String asOf = options.asOf();
    if (asOf == null) {
      return completed.lastInstant().get().requestedTime();
    }

    new TimeTravel(table.path(), client).requireReachable(asOf);
    return asOf;
  }

  private Stream<FileSlice> slices(
      HoodieTableFileSystemView view, String partition, String instant) {
    if (!options.readOptimized()) {
      return view.getLatestMergedFileSlicesBeforeOrOn(partition, instant);
    }

    return view.getLatestBaseFilesBeforeOrOn(partition, instant)
        .map(
            base ->
                new FileSlice(
                    new HoodieFileGroupId(partition, base.getFileId()),
                    base.getCommitTime(),
                    base,
                    List.of()));
  }

  private HudiSplit split(FileSlice slice, String partition, String instant, int number) {
    HoodieBaseFile base = slice.getBaseFile().orElse(null);
    if (base != null && base.getBootstrapBaseFile().isPresent()) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "The Hudi table "
              + table.path()
              + " was bootstrapped without copying its files, which cannot be read");
    }

    List<String> logs =
        slice
            .getLogFiles()
            .sorted(HoodieLogFile.getLogFileComparator())
            .map(log -> log.getPath().toString())
            .toList();
    return new HudiSplit(
        number + ":" + slice.getFileId(),
        slice.getFileId(),
        slice.getBaseInstantTime(),
        partition,
        base == null ? null : base.getPath(),
        logs,
        instant,
        0);
  }
}
