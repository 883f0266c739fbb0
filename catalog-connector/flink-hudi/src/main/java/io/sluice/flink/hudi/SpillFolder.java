/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files that one writer keeps rows in until they are committed: a folder of its own, made with
 * the first file and deleted by {@link #clear()}.
 */
final class SpillFolder {
  private static final long FULL = 1L << 20;

  private final String table;
  private final Path parent;
  private final long limit;
  private ProcessFolder folder;
  private long used;
  private long files;

  /**
   * @param limit how many bytes the files may take together
   */
  SpillFolder(String table, Path parent, long limit) {
    this.table = requireNonNull(table, "table is null");
    this.parent = requireNonNull(parent, "parent is null");
    this.limit = limit;
  }

  Path newFile() {
    try {
      if (folder == null) {
        folder = ProcessFolder.create(parent);
      }

      return folder.path().resolve("run-" + files++);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Opens a file for writing; what goes beyond the limit is refused. */
  OutputStream write(Path file) throws IOException {
    return new Counted(Files.newOutputStream(file));
  }

  void delete(Path file) {
    try {
      long size = Files.size(file);
      Files.delete(file);
      used -= size;
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Deletes the folder and all in it. */
  void clear() {
    if (folder == null) {
      return;
    }

    try {
      folder.close();
    } catch (IOException e) {
      throw failure(e);
    }

    folder = null;
    used = 0;
  }

  SluiceException failure(Exception cause) {
    return new SluiceException(
        full() ? ErrorCode.DISK_FULL : ErrorCode.EXECUTION_FAILED,
        "Rows for the Hudi table "
            + table
            + " cannot be kept in "
            + (folder == null ? parent : folder.path())
            + " until they are committed ("
            + (cause instanceof FileSystemException known && known.getReason() != null
                ? known.getReason()
                : cause.getMessage())
            + "); make room there or write fewer rows at a time. Nothing was written",
        cause);
  }

  private boolean full() {
    try {
      return folder != null && Files.getFileStore(folder.path()).getUsableSpace() < FULL;
    } catch (IOException e) {
      // The cause that is told is the first one.
      return false;
    }
  }

  private final class Counted extends FilterOutputStream {
    Counted(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      count(1);
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      count(length);
      out.write(bytes, offset, length);
    }

    private void count(int bytes) {
      used += bytes;
      if (used > limit) {
        throw new SluiceException(
            ErrorCode.LIMIT_REACHED,
            "The rows of one commit to the Hudi table "
                + table
                + " take more than "
                + (limit >> 20)
                + " MiB on disk; raise "
                + HudiOptions.WRITE_SPILL.key()
                + " or write fewer rows at a time. Nothing was written");
      }
    }
  }
}
