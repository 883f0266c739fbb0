/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.SluiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  private static final Option<Duration> IDLE =
      Option.duration("sluice.session.idle-timeout")
          .doc("d")
          .defaultsTo(Duration.ofHours(6))
          .build();
  private static final Option<String> PASSWORD =
      Option.string("sluice.authentication.ldap.bindpw").doc("d").secret().build();
  private static final Option<Integer> PORT =
      Option.integer("sluice.port")
          .doc("d")
          .must("be between 0 and 65535", p -> p >= 0 && p <= 65535)
          .build();

  @Test
  void readsDurationsAsKyuubiAndFlinkWriteThem() {
    for (String text : List.of("PT30S", "30s", "30000", "30000ms", "30 s")) {
      assertThat(Settings.of(Map.of(IDLE.key(), text)).get(IDLE))
          .as(text)
          .isEqualTo(Duration.ofSeconds(30));
    }
  }

  @Test
  void readsTheKyuubiKeyAndPrefersItsOwn() {
    Settings settings = Settings.of(Map.of("kyuubi.session.idle-timeout", "1h"));
    assertThat(settings.get(IDLE)).isEqualTo(Duration.ofHours(1));
    assertThat(settings.with(IDLE, "2h").get(IDLE)).isEqualTo(Duration.ofHours(2));
  }

  @Test
  void tellsEveryProblemAtOnce() {
    Settings settings =
        Settings.of(Map.of(PORT.key(), "70000", IDLE.key(), "soon", "sluice.prot", "1"));
    assertThat(settings.problems(List.of(PORT, IDLE)))
        .hasSize(3)
        .anySatisfy(p -> assertThat(p).contains("sluice.port", "between 0 and 65535"))
        .anySatisfy(p -> assertThat(p).contains("sluice.session.idle-timeout", "'soon'"))
        .anySatisfy(p -> assertThat(p).contains("sluice.prot is unknown"));
  }

  @Test
  void resolvesSecretsFromFilesEachTimeTheyAreRead(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("pw"), "S3cr!t/x?y&z$1\n");
    Settings settings = Settings.of(Map.of(PASSWORD.key(), "${file:" + file + "}"));
    assertThat(settings.get(PASSWORD)).isEqualTo("S3cr!t/x?y&z$1");
    Files.writeString(file, "rotated");
    assertThat(settings.get(PASSWORD)).isEqualTo("rotated");
  }

  @Test
  void namesTheSettingWhoseSecretIsMissing() {
    Settings settings = Settings.of(Map.of(PASSWORD.key(), "${env:SLUICE_NO_SUCH_VARIABLE}"));
    assertThatThrownBy(() -> settings.get(PASSWORD))
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining(PASSWORD.key())
        .hasMessageContaining("SLUICE_NO_SUCH_VARIABLE");
  }

  @Test
  void readsSizes() {
    Option<Long> size = Option.size("sluice.s").doc("d").build();
    assertThat(size.parse("16mb")).isEqualTo(16L << 20);
    assertThat(size.parse("64K")).isEqualTo(64L << 10);
    assertThat(size.parse("7")).isEqualTo(7L);
  }
}
