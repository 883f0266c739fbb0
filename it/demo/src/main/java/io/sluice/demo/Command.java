/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A child process that is run to its end, within a limit. */
record Command(List<String> words) {
  /** How it ended and what it wrote. */
  record Result(int code, String output, String errors) {}

  static Command of(String... words) {
    return new Command(List.of(words));
  }

  Result run(Duration limit) throws IOException {
    // Through files, so that a full pipe cannot stop the child while the other one is read.
    Path output = Files.createTempFile("sluice-demo", ".out");
    Path errors = Files.createTempFile("sluice-demo", ".err");
    try {
      Process process =
          new ProcessBuilder(words)
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile())
              .start();
      try {
        if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
          throw new DemoFailure(
              "No end within "
                  + limit.toSeconds()
                  + " s: "
                  + String.join(" ", words)
                  + "\n"
                  + read(errors));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DemoFailure("Interrupted: " + String.join(" ", words));
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      return new Result(process.exitValue(), read(output), read(errors));
    } finally {
      Files.deleteIfExists(output);
      Files.deleteIfExists(errors);
    }
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
