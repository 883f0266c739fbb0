/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.config.Settings;
import io.sluice.metadata.aspect.Aspect;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded DB in several processes at once: gateway, engines and the harvest command. */
final class SharedDbTest {
  @TempDir private Path data;
  private Process other;

  /** Opens the DB of a folder, writes one aspect, says so, and waits for its end of input. */
  public static final class Other {
    private Other() {}

    public static void main(String[] arguments) throws IOException {
      try (MetadataDb db = MetadataDb.open(Settings.empty(), Path.of(arguments[0]))) {
        db.write(List.of(aspect(arguments[1])), "urn:li:corpuser:other", "other");
        System.out.println("written");
        while (System.in.read() >= 0) {
          // until the test has seen enough
        }
      }
    }
  }

  private static Aspect aspect(String name) {
    return new Aspect(
        "urn:li:dataset:(urn:li:dataPlatform:mysql,shop." + name + ",PROD)",
        "status",
        JsonNodeFactory.instance.objectNode().put("removed", false));
  }

  private void startOther(String name) throws IOException {
    other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                Other.class.getName(),
                data.toString(),
                name)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8));
    assertThat(output.readLine()).isEqualTo("written");
  }

  private void endOther() throws Exception {
    other.getOutputStream().close();
    assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(other.exitValue()).isZero();
  }

  @AfterEach
  void end() {
    if (other != null) {
      other.destroyForcibly();
    }
  }

  private static List<String> urns(MetadataDb db) {
    return db.latest("urn:li:dataset:", Set.of("status")).stream()
        .map(a -> a.urn().replaceAll(".*shop\\.|,PROD.*", ""))
        .toList();
  }

  @Test
  void aSecondProcessReadsAndWritesBesideTheFirst() throws Exception {
    try (MetadataDb db = MetadataDb.open(Settings.empty(), data)) {
      db.write(List.of(aspect("mine")), "urn:li:corpuser:me", "run");

      startOther("theirs");

      assertThat(urns(db)).containsExactly("mine", "theirs");
      endOther();
      db.write(List.of(aspect("mine_too")), "urn:li:corpuser:me", "run");
      assertThat(urns(db)).containsExactly("mine", "mine_too", "theirs");
    }
  }

  @Test
  void theEndOfTheProcessThatServesTheDbIsOutlived() throws Exception {
    startOther("theirs");
    try (MetadataDb db = MetadataDb.open(Settings.empty(), data)) {
      assertThat(urns(db)).containsExactly("theirs");

      endOther();

      assertThat(urns(db)).containsExactly("theirs");
      db.write(List.of(aspect("mine")), "urn:li:corpuser:me", "run");
      assertThat(urns(db)).containsExactly("mine", "theirs");
    }
  }

  @Test
  void theKillOfTheProcessThatServesTheDbIsOutlived() throws Exception {
    startOther("theirs");
    try (MetadataDb db = MetadataDb.open(Settings.empty(), data)) {
      assertThat(urns(db)).containsExactly("theirs");

      other.destroyForcibly().waitFor(30, TimeUnit.SECONDS);

      assertThat(urns(db)).containsExactly("theirs");
    }
  }
}
