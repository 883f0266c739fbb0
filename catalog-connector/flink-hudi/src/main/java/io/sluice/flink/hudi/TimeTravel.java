/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.HoodieTimeline;
import org.apache.hudi.common.util.Option;

/** Tells whether the files of a past snapshot are still there. */
final class TimeTravel {
  private final String path;
  private final HoodieTableMetaClient client;

  TimeTravel(String path, HoodieTableMetaClient client) {
    this.path = requireNonNull(path, "path is null");
    this.client = requireNonNull(client, "client is null");
  }

  /**
   * Refuses an instant before the oldest commit that the cleaner has kept whole: its files may be
   * gone, and what is left would be an answer that looks right.
   */
  void requireReachable(String instant) {
    String earliest = earliestRetained();
    if (earliest != null && instant.compareTo(earliest) < 0) {
      throw new SluiceException(
          ErrorCode.INVALID_VALUE,
          "The Hudi table "
              + path
              + " cannot be read as of "
              + instant
              + ": its cleaner has kept only what is needed since "
              + earliest);
    }
  }

  /** Null when nothing was ever cleaned. */
  private String earliestRetained() {
    Option<HoodieInstant> last =
        client.getActiveTimeline().getCleanerTimeline().filterCompletedInstants().lastInstant();
    if (!last.isPresent()) {
      return null;
    }

    try {
      String retained =
          client.getActiveTimeline().readCleanMetadata(last.get()).getEarliestCommitToRetain();
      return retained == null || retained.isEmpty() ? firstActive() : retained;
    } catch (java.io.IOException e) {
      throw new SluiceException(
          ErrorCode.SOURCE_UNAVAILABLE,
          "The clean " + last.get() + " of the Hudi table " + path + " cannot be read",
          e);
    }
  }

  private String firstActive() {
    HoodieTimeline commits = client.getCommitsTimeline().filterCompletedInstants();
    return commits.lastInstant().map(HoodieInstant::requestedTime).orElse(null);
  }
}
