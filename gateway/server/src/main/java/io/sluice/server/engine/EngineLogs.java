/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log files of engines, which are deleted some time after their engine wrote its last line. */
public final class EngineLogs {
  private static final Logger LOG = LoggerFactory.getLogger(EngineLogs.class);

  private final Path folder;
  private final Duration keep;
  private final InstantSource clock;

  /**
   * @param keep how long a file stays after its last change
   */
  public EngineLogs(Path folder, Duration keep, InstantSource clock) {
    this.folder = requireNonNull(folder, "folder is null");
    this.keep = requireNonNull(keep, "keep is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Deletes what is too old. A file that cannot be deleted is left for the next round. */
  public void sweep() {
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "*.log")) {
      for (Path log : logs) {
        if (Files.getLastModifiedTime(log).toInstant().plus(keep).isBefore(clock.instant())) {
          Files.deleteIfExists(log);
          LOG.info("The engine log {} was older than {} and is deleted", log, keep);
        }
      }
    } catch (IOException e) {
      LOG.warn("Old engine logs in {} could not be deleted; tried again later", folder, e);
    }
  }
}
