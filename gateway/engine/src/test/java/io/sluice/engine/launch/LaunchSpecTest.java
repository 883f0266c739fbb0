/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchSpecTest {
  private static final EngineSecret SECRET = EngineSecret.derive(new byte[32], "e1");
  private static final LaunchSpec SPEC =
      new LaunchSpec(
          "e1",
          SECRET,
          "localhost:2181",
          "/sluice/engines/USER/alice",
          "flink/USER/alice",
          "alice",
          ShareLevel.USER,
          Map.of("sluice.metadata.store.jdbc.password", "pässwörd\n2"),
          "/opt/sluice",
          "/etc/sluice",
          "/var/sluice");

  @Test
  void travelsAsOneLine() {
    String json = SPEC.toJson();
    assertThat(json).doesNotContain("\n");
    assertThat(LaunchSpec.fromJson(json)).isEqualTo(SPEC);
  }

  @Test
  void printsNoSecret() {
    assertThat(SPEC.toString())
        .contains("sluice.metadata.store.jdbc.password")
        .doesNotContain("pässwörd")
        .doesNotContain(SECRET.hex());
    assertThat(SECRET.toString()).doesNotContain(SECRET.hex());
  }

  @Test
  void refusesAnotherLineWithoutRepeatingIt() {
    assertThatThrownBy(() -> LaunchSpec.fromJson("{\"engineId\":\"e1\",\"secret\":\"s3cret\"}"))
        .isInstanceOfSatisfying(
            SluiceException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.ENGINE_START_FAILED);
              assertThat(e.getMessage()).doesNotContain("s3cret");
              assertThat(e.getCause()).isNull();
            });
  }

  @Test
  void derivesOneSecretPerEngine() {
    byte[] cluster = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8);
    EngineSecret one = EngineSecret.derive(cluster, "e1");
    assertThat(EngineSecret.parse(one.hex())).isEqualTo(one);
    assertThat(EngineSecret.derive(cluster, "e2")).isNotEqualTo(one);
    String proof = one.proof("e1", "127.0.0.1", 4000);
    assertThat(one.proves(proof, "e1", "127.0.0.1", 4000)).isTrue();
    assertThat(one.proves(proof, "e1", "127.0.0.1", 4001)).isFalse();
    assertThat(EngineSecret.derive(cluster, "e2").proves(proof, "e1", "127.0.0.1", 4000)).isFalse();
  }

  @Test
  void eventsTravelAsLines() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    LaunchChannel channel = LaunchChannel.to(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    channel.progress("Starting “Flink”\nnow");
    channel.send(new LaunchEvent.Ready("127.0.0.1", 4000));
    channel.send(new LaunchEvent.Failed(ErrorCode.INVALID_CONFIGURATION, "line 3"));
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines().map(LaunchEvent::fromJson))
        .allSatisfy(event -> assertThat(event).isPresent())
        .extracting(java.util.Optional::get)
        .containsExactly(
            new LaunchEvent.Progress("Starting “Flink”\nnow"),
            new LaunchEvent.Ready("127.0.0.1", 4000),
            new LaunchEvent.Failed(ErrorCode.INVALID_CONFIGURATION, "line 3"));
    assertThat(LaunchEvent.fromJson("WARNING: An illegal reflective access")).isEmpty();
  }
}
