/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.io.IOError;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** Local files on a disk that has place for their names only, and says so by an Error. */
public final class FullDisk extends LocalFileSystem {
  /** A configuration with such a disk. */
  static Configuration configuration() {
    Configuration configuration = new Configuration();
    configuration.setClass("fs.file.impl", FullDisk.class, org.apache.hadoop.fs.FileSystem.class);
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    return configuration;
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    super.create(file, permission, overwrite, bufferSize, replication, blockSize, progress).close();
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) {
            // Hadoop throws an FSError, which only Hadoop can make.
            throw new IOError(new IOException("No space left on device"));
          }
        };
    return new FSDataOutputStream(full, null);
  }
}
