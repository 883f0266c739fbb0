/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hudi.common.model.HoodieCommitMetadata;
import org.apache.hudi.common.model.HoodieWriteStat;
import org.apache.hudi.common.table.HoodieTableConfig;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.HoodieTimeline;
import org.apache.hudi.common.table.timeline.TimelineUtils;
import org.apache.hudi.storage.StoragePath;

/**
 * Refuses to write a table whose writers place rows by an index that is not kept here: a row put
 * elsewhere would be a second one of its key to them. Here a key is looked for in its partition,
 * which agrees with the indexes SIMPLE and BLOOM.
 *
 * <p>A table does not always say which index its writers use. Told are: {@code hoodie.index.type}
 * in {@code hoodie.properties} (Spark SQL puts it there), the folder of consistent buckets, and
 * buckets in the names of the files of the latest commit: a file group of bucket 7 starts with
 * {@code 00000007-}, which a random name does once in half a million.
 */
final class HudiIndexes {
  private static final String TYPE = "hoodie.index.type";
  private static final String BUCKETS = "hoodie.bucket.index.num.buckets";
  private static final Set<String> KEPT = Set.of("SIMPLE", "BLOOM");
  private static final Pattern BUCKET_FILE = Pattern.compile("0000\\d{4}-.+");

  private HudiIndexes() {}

  static void requireKept(HudiTable table, HoodieTableMetaClient client) {
    HoodieTableConfig config = client.getTableConfig();
    for (String partition : config.getMetadataPartitions()) {
      if (partition.startsWith("expr_index_") || partition.startsWith("secondary_index_")) {
        throw refused(table, "it has the index " + partition + ", which would go stale");
      }
    }

    String type = config.getProps().getProperty(TYPE, "").toUpperCase(Locale.ROOT);
    if (!type.isEmpty() && !KEPT.contains(type)) {
      throw refused(table, "its writers find rows by the index " + type + " (" + TYPE + ")");
    }

    if (config.getProps().containsKey(BUCKETS) || hasBucketFolder(client)) {
      throw refused(table, "its writers find rows by the index BUCKET");
    }

    if (isInBuckets(client)) {
      throw refused(
          table, "its writers find rows by the index BUCKET (its files are named by buckets)");
    }
  }

  private static boolean hasBucketFolder(HoodieTableMetaClient client) {
    try {
      return client
          .getStorage()
          .exists(
              new StoragePath(
                  client.getMetaPath(), HoodieTableMetaClient.BUCKET_INDEX_METAFOLDER_NAME));
    } catch (IOException e) {
      throw unreadable(client, e);
    }
  }

  private static boolean isInBuckets(HoodieTableMetaClient client) {
    HoodieTimeline commits =
        client.getActiveTimeline().getCommitsTimeline().filterCompletedInstants();
    List<HoodieInstant> latestFirst = commits.getReverseOrderedInstants().toList();
    for (HoodieInstant instant : latestFirst) {
      List<HoodieWriteStat> files = files(client, instant, commits);
      if (!files.isEmpty()) {
        return files.stream().allMatch(file -> BUCKET_FILE.matcher(file.getFileId()).matches());
      }
    }

    return false;
  }

  private static List<HoodieWriteStat> files(
      HoodieTableMetaClient client, HoodieInstant instant, HoodieTimeline commits) {
    try {
      HoodieCommitMetadata metadata = TimelineUtils.getCommitMetadata(instant, commits);
      return metadata.getWriteStats();
    } catch (IOException e) {
      throw unreadable(client, e);
    }
  }

  private static SluiceException unreadable(HoodieTableMetaClient client, IOException e) {
    return new SluiceException(
        ErrorCode.SOURCE_UNAVAILABLE,
        "The Hudi table " + client.getBasePath() + " cannot be read: " + e.getMessage(),
        e);
  }

  private static SluiceException refused(HudiTable table, String reason) {
    return new SluiceException(
        ErrorCode.NOT_SUPPORTED,
        "The Hudi table "
            + table.path()
            + " cannot be written: "
            + reason
            + ", which is not kept here. It can be read; write it with the program that made it.");
  }
}
