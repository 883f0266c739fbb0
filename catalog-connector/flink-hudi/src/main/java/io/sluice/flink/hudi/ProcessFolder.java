/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A temporary folder that does not outlive its process for long: beside it is a file that the
 * process holds a lock on, which the system takes away however the process ends. Whoever makes such
 * a folder first deletes those whose locks are free. A process id would not do to tell the living,
 * since containers may share a folder and not their processes.
 */
final class ProcessFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessFolder.class);
  private static final String PREFIX = "sluice-hudi-";
  private static final String LOCK = ".lock";

  private final Path folder;
  private final Path lockFile;
  private final FileChannel lock;

  private ProcessFolder(Path folder, Path lockFile, FileChannel lock) {
    this.folder = folder;
    this.lockFile = lockFile;
    this.lock = lock;
  }

  /** Makes a folder below the given one, after deleting those of dead processes. */
  static ProcessFolder create(Path parent) throws IOException {
    String own = own();
    deleteAbandoned(parent, own);
    ProcessFolder made = null;
    while (made == null) {
      // The account's alone. Until the lock file is there, nobody takes it for abandoned.
      Path folder = Files.createTempDirectory(parent, own);
      made = lock(folder, parent.resolve(folder.getFileName() + LOCK));
    }

    return made;
  }

  /** Gives nothing if somebody found the file before it was locked, and took the folder away. */
  private static ProcessFolder lock(Path folder, Path lockFile) throws IOException {
    FileChannel lock =
        FileChannel.open(lockFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      if (lock.tryLock() != null && Files.exists(lockFile)) {
        return new ProcessFolder(folder, lockFile, lock);
      }
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }

    lock.close();
    return null;
  }

  /**
   * What the names of this process's folders begin with. A process must not open the lock files of
   * its own: POSIX gives up a lock when its process closes any descriptor of the file.
   */
  private static String own() {
    ProcessHandle process = ProcessHandle.current();
    long started = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return PREFIX + process.pid() + '-' + started + '-';
  }

  private static void deleteAbandoned(Path parent, String own) throws IOException {
    try (DirectoryStream<Path> locks = Files.newDirectoryStream(parent, PREFIX + "*" + LOCK)) {
      for (Path lockFile : locks) {
        String name = lockFile.getFileName().toString();
        if (!name.startsWith(own)) {
          deleteIfAbandoned(
              lockFile, parent.resolve(name.substring(0, name.length() - LOCK.length())));
        }
      }
    }
  }

  private static void deleteIfAbandoned(Path lockFile, Path folder) {
    if (!Files.isWritable(lockFile)) {
      // Of another account, or gone by now.
      return;
    }

    try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
        FileLock free = channel.tryLock()) {
      if (free != null) {
        deleteAll(folder);
        Files.deleteIfExists(lockFile);
      }
    } catch (IOException e) {
      // No reason for a write to fail; its process, or another that looks, may have been faster.
      LOG.warn("The temporary folder {} of a dead process could not be deleted", folder, e);
    }
  }

  private static void deleteAll(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }

    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }

    for (Path file : all) {
      Files.deleteIfExists(file);
    }
  }

  Path path() {
    return folder;
  }

  /** Deletes the folder and all in it. */
  @Override
  public void close() throws IOException {
    try (lock) {
      deleteAll(folder);
      Files.deleteIfExists(lockFile);
    }
  }
}
