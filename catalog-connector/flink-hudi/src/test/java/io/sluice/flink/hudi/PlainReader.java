/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.avro.HoodieAvroReaderContext;
import org.apache.hudi.common.config.HoodieMetadataConfig;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.engine.HoodieLocalEngineContext;
import org.apache.hudi.common.fs.FSUtils;
import org.apache.hudi.common.model.FileSlice;
import org.apache.hudi.common.schema.HoodieSchema;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.common.table.read.HoodieFileGroupReader;
import org.apache.hudi.common.table.view.FileSystemViewManager;
import org.apache.hudi.common.table.view.HoodieTableFileSystemView;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/** The newest snapshot of a table, read with Hudi's own classes and none of ours. */
final class PlainReader {
  private PlainReader() {}

  /** The rows without Hudi's columns, as Avro's JSON text, sorted. */
  static List<String> read(String path) throws Exception {
    HadoopStorageConfiguration storage = new HadoopStorageConfiguration(new Configuration());
    HoodieTableMetaClient client =
        HoodieTableMetaClient.builder().setConf(storage).setBasePath(path).build();
    HoodieSchema full = new TableSchemaResolver(client).getTableSchema(true);
    HoodieSchema rows = new TableSchemaResolver(client).getTableSchema(false);
    HoodieLocalEngineContext engine = new HoodieLocalEngineContext(storage);
    HoodieMetadataConfig metadata =
        HoodieMetadataConfig.newBuilder()
            .enable(client.getTableConfig().isMetadataTableAvailable())
            .build();
    String last =
        client.getCommitsTimeline().filterCompletedInstants().lastInstant().get().requestedTime();
    List<String> found = new ArrayList<>();
    try (HoodieTableFileSystemView view =
        FileSystemViewManager.createInMemoryFileSystemViewWithTimeline(
            engine,
            client,
            metadata,
            client.getCommitsAndCompactionTimeline().filterCompletedInstants())) {
      for (String partition : FSUtils.getAllPartitionPaths(engine, client, metadata)) {
        for (FileSlice slice : view.getLatestMergedFileSlicesBeforeOrOn(partition, last).toList()) {
          try (HoodieFileGroupReader<IndexedRecord> reader =
                  HoodieFileGroupReader.<IndexedRecord>builder()
                      .withReaderContext(
                          new HoodieAvroReaderContext(
                              storage, client.getTableConfig(), Option.empty(), Option.empty()))
                      .withHoodieTableMetaClient(client)
                      .withLatestCommitTime(last)
                      .withBaseFileOption(slice.getBaseFile())
                      .withLogFiles(slice.getLogFiles())
                      .withPartitionPath(partition)
                      .withDataSchema(full)
                      .withRequestedSchema(rows)
                      .withProps(new TypedProperties())
                      .withStart(0L)
                      .withLength(Long.MAX_VALUE)
                      .build();
              ClosableIterator<IndexedRecord> records = reader.getClosableIterator()) {
            while (records.hasNext()) {
              found.add(records.next().toString());
            }
          }
        }
      }
    }

    found.sort(null);
    return found;
  }
}
