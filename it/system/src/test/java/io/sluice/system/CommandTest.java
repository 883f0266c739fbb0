/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.Command;
import io.sluice.fixtures.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bin/sluice} itself. */
@Timeout(180)
class CommandTest {
  @ParameterizedTest
  @ValueSource(strings = {"start", "stop", "status", "harvest", "beeline", "demo", "bench"})
  void everyCommandExplainsItself(String command) throws IOException {
    Command.Result result = sluice(command, "--help");
    assertThat(result.code()).as(result.errors()).isZero();
    assertThat(result.output()).contains("sluice " + command);
  }

  @Test
  void anUnknownCommandIsNamedAndTheOthersListed() throws IOException {
    Command.Result result = sluice("frobnicate");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.errors()).contains("'frobnicate'").contains("harvest");
  }

  @Test
  void statusOfNothingFailsPlainly(@TempDir Path folder) throws IOException {
    Command.Result result = sluice("status", "--data", folder.toString());
    assertThat(result.code()).isNotZero();
    assertThat(result.output() + result.errors()).doesNotContain("Exception");
  }

  @Test
  void beelineWithoutAGatewaySaysHowToStartOne(@TempDir Path folder) throws IOException {
    Command.Result result = sluice("beeline", "--data", folder.toString(), "-e", "SELECT 1");
    assertThat(result.code()).isNotZero();
    assertThat(result.errors()).contains("sluice start");
  }

  @Test
  void benchListsItsNamesAndNothingElse() throws IOException {
    assertThat(sluice("bench", "--list").output().lines())
        .containsExactly("connect", "select1", "point", "fetch-raw", "fetch-jdbc");
  }

  @Test
  void aCopyOfTheDistributionWorksWhereItLies() throws IOException {
    Path original = GatewayFixture.distribution();
    // Beside it, so that hard links to its jars can stand for copies; and with blanks in its name.
    Path copy = Files.createTempDirectory(original.getParent(), "a copy of sluice ");
    try {
      for (String part : List.of("bin", "conf", "lib")) {
        link(original.resolve(part), copy.resolve(part));
      }
      useCopy(copy);
    } finally {
      Folders.delete(copy);
    }
  }

  private static void useCopy(Path copy) throws IOException {
    Command.Result result =
        Command.of(copy.resolve("bin/sluice").toString(), "harvest", "--help")
            .run(Duration.ofMinutes(1));
    assertThat(result.code()).as(result.errors()).isZero();
    Command.Result status =
        Command.of(copy.resolve("bin/sluice").toString(), "status").run(Duration.ofMinutes(1));
    assertThat(status.output() + status.errors())
        .doesNotContain("Maven")
        .doesNotContain("Exception");
  }

  @Test
  void withoutJava17ItSaysWhatIsMissing(@TempDir Path folder) throws IOException {
    Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho '    java.specification.version = 11' >&2\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Command.Result result =
        Command.of(
                "env",
                "JAVA_HOME=" + folder.resolve("jdk"),
                "PATH=" + java.getParent() + ":/usr/bin:/bin",
                "SLUICE_JVMS=" + folder.resolve("none"),
                GatewayFixture.distribution().resolve("bin/sluice").toString(),
                "status")
            .run(Duration.ofMinutes(1));
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors()).contains("Java 17").contains("is Java 11");
  }

  private static Command.Result sluice(String... arguments) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(GatewayFixture.distribution().resolve("bin/sluice").toString());
    words.addAll(List.of(arguments));
    return new Command(words).run(Duration.ofMinutes(2));
  }

  private static void link(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path path : tree.toList()) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else if (path.getFileName().toString().endsWith(".jar")) {
          Files.createLink(target, path);
        } else {
          Files.copy(path, target);
        }
      }
    }
  }
}
