/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Local files in a JVM that dies around a commit of Iceberg's, as {@code kill -9} would have it: no
 * hook runs, nothing is closed. A commit is the rename of a metadata file.
 *
 * <p>System properties: {@code halt.at}, which commit of this JVM; {@code halt.after}, whether its
 * rename still happens.
 */
public final class HaltingFileSystem extends LocalFileSystem {
  private static final int KILLED = 137;
  private static final int AT = Integer.getInteger("halt.at", 0);
  private static final boolean AFTER = Boolean.getBoolean("halt.after");
  private static final AtomicInteger COMMITS = new AtomicInteger();

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    if (!to.getName().endsWith(".metadata.json") || COMMITS.incrementAndGet() != AT) {
      return super.rename(from, to);
    }
    if (AFTER) {
      super.rename(from, to);
    }
    Runtime.getRuntime().halt(KILLED);
    throw new AssertionError("halted");
  }
}
