/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hudi.common.engine.HoodieEngineContext;
import org.apache.hudi.common.fs.FSUtils;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.hudi.metadata.FileSystemBackedTableMetadata;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.StoragePathFilter;
import org.apache.hudi.storage.StoragePathInfo;

/**
 * The files of a table without a metadata table, listed from storage, less those of pending
 * instants. Hudi takes a file whose instant is older than the first one on the timeline for
 * committed and archived (HUDI-5569); an old instant that never finished would be read.
 */
final class CommittedFiles extends FileSystemBackedTableMetadata {
  private static final long serialVersionUID = 1L;

  private final Set<String> pending;

  CommittedFiles(HoodieEngineContext engine, HoodieTableMetaClient client) {
    super(engine, client.getTableConfig(), client.getStorage(), client.getBasePath().toString());
    this.pending =
        client
            .getActiveTimeline()
            .filterInflightsAndRequested()
            .getInstantsAsStream()
            .map(HoodieInstant::requestedTime)
            .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public List<StoragePathInfo> getAllFilesInPartition(StoragePath partition) throws IOException {
    return committed(super.getAllFilesInPartition(partition));
  }

  @Override
  public Map<String, List<StoragePathInfo>> getAllFilesInPartitions(
      Collection<String> partitions, Option<StoragePathFilter> filter) throws IOException {
    return committed(super.getAllFilesInPartitions(partitions, filter));
  }

  @Override
  public Map<Pair<String, StoragePath>, List<StoragePathInfo>> listPartitions(
      List<Pair<String, StoragePath>> partitions) throws IOException {
    return committed(super.listPartitions(partitions));
  }

  private <K> Map<K, List<StoragePathInfo>> committed(Map<K, List<StoragePathInfo>> found) {
    Map<K, List<StoragePathInfo>> files = new HashMap<>();
    found.forEach((partition, all) -> files.put(partition, committed(all)));
    return files;
  }

  private List<StoragePathInfo> committed(List<StoragePathInfo> files) {
    return files.stream()
        .filter(
            file ->
                !FSUtils.isBaseFile(file.getPath())
                    || !pending.contains(FSUtils.getCommitTime(file.getPath().getName())))
        .toList();
  }
}
