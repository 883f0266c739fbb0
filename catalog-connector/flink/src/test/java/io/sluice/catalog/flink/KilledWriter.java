/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM that writes a changelog into a table of an {@link IcebergLake}, killed or to its end. */
final class KilledWriter {
  private static final long MINUTES = 3;

  private final Path folder;
  private final String table;
  private final String steps;

  /**
   * @param folder the lake's
   * @param steps see {@link StepSource}
   */
  KilledWriter(Path folder, String table, String steps) {
    this.folder = folder;
    this.table = table;
    this.steps = steps;
  }

  /**
   * Goes on from the last checkpoint, if there is one.
   *
   * @param commit the commit of this run at which the JVM dies; 0 for none
   * @param after whether that commit still happens
   * @return how the JVM ended
   */
  int run(int commit, boolean after) throws IOException, InterruptedException {
    Path settings = Files.createDirectories(folder.resolve("settings"));
    Files.writeString(
        settings.resolve("core-site.xml"),
        "<configuration><property><name>fs.file.impl</name><value>"
            + HaltingFileSystem.class.getName()
            + "</value></property></configuration>");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .forEach(command::add);
    command.addAll(List.of("-Xmx768m", "-Dhalt.at=" + commit, "-Dhalt.after=" + after));
    command.addAll(List.of("-cp", settings + ":" + System.getProperty("java.class.path")));
    command.addAll(List.of(KilledWriter.class.getName(), folder.toString(), table, steps));
    lastCheckpoint().ifPresent(checkpoint -> command.add(checkpoint.toUri().toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
            .start();
    try {
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        throw new IOException("The writer does not end: " + folder.resolve("log"));
      }
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  private Optional<Path> lastCheckpoint() throws IOException {
    Path checkpoints = Files.createDirectories(folder.resolve("checkpoints"));
    try (Stream<Path> files = Files.walk(checkpoints)) {
      return files
          .filter(file -> file.getFileName().toString().equals("_metadata"))
          .max(Comparator.comparing(KilledWriter::written))
          .map(Path::getParent);
    }
  }

  private static java.nio.file.attribute.FileTime written(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The JVM's: folder, table, steps, and the checkpoint to go on from. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    try (IcebergLake lake = IcebergLake.open(folder);
        Sql streaming = lake.sql().streaming()) {
      streaming
          .set("execution.checkpointing.interval", "100 ms")
          .set("execution.checkpointing.dir", folder.resolve("checkpoints").toUri().toString())
          .set(
              "execution.checkpointing.externalized-checkpoint-retention",
              "RETAIN_ON_CANCELLATION");
      if (arguments.length > 3) {
        streaming.set("execution.state-recovery.path", arguments[3]);
      }
      streaming.run(
          "CREATE TEMPORARY TABLE changes (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)"
              + " WITH ('connector'='steps', 'steps'='"
              + arguments[2]
              + "')");
      streaming.run("INSERT INTO lake.ods." + arguments[1] + " SELECT * FROM changes");
    }
    // The cluster's threads would keep this JVM.
    System.exit(0);
  }
}
