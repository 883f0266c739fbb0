/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineLogsTest {
  @TempDir Path folder;

  @Test
  void deletesOldLogsAlone() throws IOException {
    Instant now = Instant.parse("2026-01-10T00:00:00Z");
    Path old = file("old.log", now.minus(Duration.ofDays(8)));
    Path young = file("young.log", now.minus(Duration.ofDays(6)));
    Path other = file("old.txt", now.minus(Duration.ofDays(8)));
    new EngineLogs(folder, Duration.ofDays(7), InstantSource.fixed(now)).sweep();
    assertThat(old).doesNotExist();
    assertThat(young).exists();
    assertThat(other).exists();
  }

  private Path file(String name, Instant changed) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "x");
    return Files.setLastModifiedTime(file, FileTime.from(changed));
  }
}
