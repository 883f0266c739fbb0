/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The H2 file of an installation that names no other metadata DB, in a directory only its owner may
 * enter. The first process that opens it serves the others over loopback ({@code AUTO_SERVER}); its
 * password is random, made once and kept beside it.
 */
record EmbeddedDb(Path directory, String password) {
  static final String USER = "sluice";
  private static final String BIND_ADDRESS = "h2.bindAddress";

  static boolean exists(Path dataDir) {
    return Files.exists(dataDir.resolve("metadata").resolve("metadata.mv.db"));
  }

  static EmbeddedDb in(Path dataDir) {
    Path directory = dataDir.toAbsolutePath().resolve("metadata");
    // H2 reads it once, at its first use; without it the served port is open to other machines.
    if (System.getProperty(BIND_ADDRESS) == null) {
      System.setProperty(BIND_ADDRESS, "127.0.0.1");
    }
    try {
      if (!Files.isDirectory(directory)) {
        Files.createDirectories(dataDir.toAbsolutePath());
        Files.createDirectories(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      return new EmbeddedDb(directory, password(directory.resolve("password")));
    } catch (IOException e) {
      throw new SluiceException(
          ErrorCode.METADATA_UNAVAILABLE,
          "Cannot keep the metadata DB in "
              + directory
              + ": "
              + e.getMessage()
              + ". It must be writable.",
          e);
    }
  }

  /** Reads the password or makes it; two processes that start together agree by the file's lock. */
  private static String password(Path file) throws IOException {
    if (!Files.exists(file)) {
      try {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } catch (java.nio.file.FileAlreadyExistsException e) {
        // another process made it just now; its content is awaited below
      }
    }
    synchronized (EmbeddedDb.class) { // a file lock is for the process, not for a thread
      try (FileChannel channel =
              FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        String known = Files.readString(file, StandardCharsets.US_ASCII).strip();
        if (!known.isEmpty()) {
          return known;
        }
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        String made = HexFormat.of().formatHex(random);
        Files.writeString(file, made, StandardCharsets.US_ASCII);
        return made;
      }
    }
  }

  String url() {
    return "jdbc:h2:file:"
        + directory.resolve("metadata")
        + ";AUTO_SERVER=TRUE;WRITE_DELAY=0;LOCK_TIMEOUT=10000";
  }

  String shown() {
    return directory.toString();
  }

  @Override
  public String toString() {
    return "EmbeddedDb[" + directory + ']';
  }
}
