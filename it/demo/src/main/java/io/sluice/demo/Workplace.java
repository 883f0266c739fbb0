/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import io.sluice.fixtures.Folders;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/** The demo's folder: everything it makes is in here, and only one demo at a time. */
record Workplace(Path root, FileLock lock) {
  private static final String MARKER = ".sluice-demo";

  /**
   * Makes the folder, or empties one that an earlier demo left.
   *
   * @throws DemoFailure if the folder holds something else or another demo runs in it
   */
  static Workplace in(Path root) throws IOException {
    Path marker = root.resolve(MARKER);
    if (!Files.exists(root)) {
      Files.createDirectories(root);
    } else if (!Files.exists(marker) && !isEmpty(root)) {
      throw new DemoFailure(
          root + " holds something that no demo made; name a new folder with --data.");
    }
    // The channel stays open as long as the lock is held: until this process ends.
    @SuppressWarnings("resource")
    RandomAccessFile file = new RandomAccessFile(marker.toFile(), "rw");
    FileLock lock = file.getChannel().tryLock();
    if (lock == null) {
      file.close();
      throw new DemoFailure("Another demo runs in " + root + ".");
    }
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
    try (Stream<Path> children = Files.list(root)) {
      for (Path child : children.filter(path -> !path.equals(marker)).toList()) {
        Folders.delete(child);
      }
    }
    return new Workplace(root, lock);
  }

  Path conf() {
    return root.resolve("conf");
  }

  /** The gateway's own data: metadata DB, secrets, logs. */
  Path gateway() {
    return root.resolve("gateway");
  }

  Path mysql() {
    return root.resolve("mysql");
  }

  Path lake() {
    return root.resolve("lake");
  }

  Path hudi() {
    return root.resolve("hudi");
  }

  Path alicePassword() {
    return root.resolve("alice.password");
  }

  /** Of the gateway's account in MySQL. */
  Path shopPassword() {
    return conf().resolve("shop.password");
  }

  void delete() throws IOException {
    lock.close();
    Folders.delete(root);
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.findAny().isEmpty();
    }
  }
}
