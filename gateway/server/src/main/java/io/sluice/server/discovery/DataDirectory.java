/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.discovery;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The folder a gateway keeps its state in, held by one gateway at a time. Folders are readable by
 * the gateway's account alone, and so are files.
 */
public final class DataDirectory implements AutoCloseable {
  private static final int SECRET_BYTES = 32;

  private final Path root;
  private final FileChannel lockFile;
  private final FileLock lock;

  private DataDirectory(Path root, FileChannel lockFile, FileLock lock) {
    this.root = root;
    this.lockFile = lockFile;
    this.lock = lock;
  }

  /**
   * Makes the folder if need be and takes it for this process.
   *
   * @throws SluiceException INVALID_CONFIGURATION if it cannot be written or another gateway has
   *     it, DISK_FULL if there is no room
   */
  public static DataDirectory open(Path root) {
    requireNonNull(root, "root is null");
    try {
      makePrivate(root);
      FileChannel channel =
          FileChannel.open(makePrivateFile(root.resolve("gateway.lock")), StandardOpenOption.WRITE);
      FileLock lock = tryLock(channel);
      if (lock == null) {
        channel.close();
        throw new SluiceException(
            ErrorCode.INVALID_CONFIGURATION,
            "Another gateway"
                + pid(root).map(p -> " (process " + p + ")").orElse("")
                + " uses the data folder "
                + root
                + ". Stop it, or give this one a folder of its own.");
      }
      DataDirectory directory = new DataDirectory(root, channel, lock);
      directory.checkWritable();
      return directory;
    } catch (IOException e) {
      throw failure(root, e);
    }
  }

  /** The error for a folder that cannot be used: it tells a full disk from the rest. */
  public static SluiceException failure(Path path, IOException e) {
    String reason = String.valueOf(e.getMessage());
    if (reason.contains("No space left") || reason.contains("quota")) {
      return new SluiceException(
          ErrorCode.DISK_FULL, "The disk that holds " + path + " is full. Free some space.", e);
    }
    return new SluiceException(
        ErrorCode.INVALID_CONFIGURATION,
        "The folder "
            + path
            + " cannot be used ("
            + e.getClass().getSimpleName()
            + ": "
            + reason
            + "). Give a folder that this account may write to.",
        e);
  }

  public Path root() {
    return root;
  }

  /** A folder of this name, made private. */
  public Path folder(String name) {
    Path folder = root.resolve(name);
    try {
      return makePrivateBelow(folder);
    } catch (IOException e) {
      throw failure(folder, e);
    }
  }

  /** The cluster secret, made from the system's strong randomness at the first call. */
  public byte[] clusterSecret() {
    Path file = root.resolve("cluster.secret");
    try {
      if (!Files.exists(file)) {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        write("cluster.secret", HexFormat.of().formatHex(secret));
      }
      byte[] secret =
          HexFormat.of().parseHex(Files.readString(file, StandardCharsets.UTF_8).strip());
      if (secret.length != SECRET_BYTES) {
        throw new IllegalArgumentException("it has " + secret.length + " bytes");
      }
      return secret;
    } catch (IOException e) {
      throw failure(file, e);
    } catch (IllegalArgumentException e) {
      throw new SluiceException(
          ErrorCode.INVALID_CONFIGURATION,
          "The secret in " + file + " is damaged. Delete the file; a new one is made at start.");
    }
  }

  /** Writes a small private file as a whole: a reader sees the old text or the new one. */
  public void write(String name, String text) {
    Path temporary = root.resolve(name + ".new");
    try {
      Files.deleteIfExists(temporary);
      makePrivateFile(temporary);
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(
          temporary,
          root.resolve(name),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw failure(temporary, e);
    }
  }

  /** Reads a small file; empty if it is not there. */
  public static Optional<String> read(Path root, String name) {
    Path file = root.resolve(name);
    try {
      return Files.exists(file)
          ? Optional.of(Files.readString(file, StandardCharsets.UTF_8).strip())
          : Optional.empty();
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  public void delete(String name) {
    try {
      Files.deleteIfExists(root.resolve(name));
    } catch (IOException e) {
      throw failure(root.resolve(name), e);
    }
  }

  /** True if a living gateway holds the folder. */
  public static boolean isHeld(Path root) {
    Path file = root.resolve("gateway.lock");
    // The lock is only tried where somebody lives who may hold it: a try would get in the way of a
    // gateway that takes it just now.
    if (!Files.exists(file) || pid(root).filter(DataDirectory::lives).isEmpty()) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = tryLock(channel)) {
      return lock == null;
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  @Override
  public void close() {
    try (FileChannel closing = lockFile) {
      lock.release();
    } catch (IOException e) {
      throw failure(root, e);
    }
  }

  private void checkWritable() {
    write("write.test", "x".repeat(4096));
    delete("write.test");
  }

  private static Optional<String> pid(Path root) {
    return read(root, GatewayFiles.PID);
  }

  private static boolean lives(String pid) {
    return pid.matches("\\d+") && ProcessHandle.of(Long.parseLong(pid)).isPresent();
  }

  private static FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // Held in this very process, as tests do.
      return null;
    }
  }

  private static Path makePrivate(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, mode("rwx------"));
    }
    return folder;
  }

  /** Also one that is there already, made by hand or by an earlier version. */
  private static Path makePrivateBelow(Path folder) throws IOException {
    makePrivate(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    return folder;
  }

  /**
   * Makes a file that only the gateway's account may read, or leaves the one that is there.
   *
   * @throws IOException if it cannot be made
   */
  public static Path makePrivateFile(Path file) throws IOException {
    try {
      return Files.createFile(file, mode("rw-------"));
    } catch (FileAlreadyExistsException e) {
      return file;
    }
  }

  private static FileAttribute<?> mode(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }
}
