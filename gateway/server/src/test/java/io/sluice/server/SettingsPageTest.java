/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Keeps docs/settings.md equal to the options. After a change of options, write it anew with {@code
 * mvn -pl gateway/server -am -Dtest=SettingsPageTest -Dsluice.docs=write package}.
 */
class SettingsPageTest {
  private static final String HEAD =
      """
      # Settings

      Generated from the options in the code; do not edit. They stand in `conf/sluice.properties`. Where
      Apache Kyuubi has the same setting, its key (`kyuubi.` for `sluice.`) is read too, there and in a
      `conf/kyuubi-defaults.conf`. A value may refer to a secret: `${env:NAME}`, `${file:/path}`.

      *Session*: a session may set it too, in its URL (`jdbc:hive2://host:10009/?key=value`) or with
      SET. Settings of the Flink engine that are Flink's own are given as `flink.<key>`.

      | key | type | default | session | kyuubi | what it is |
      | --- | --- | --- | --- | --- | --- |
      """;

  @Test
  void thePageSaysWhatTheCodeSays() throws IOException {
    Path page = page();
    String expected = render();
    if ("write".equals(System.getProperty("sluice.docs"))) {
      Files.writeString(page, expected);
    }
    assertThat(Files.readString(page)).isEqualTo(expected);
  }

  @Test
  void everyKeyIsThereOnce() {
    assertThat(GatewayOptions.all().stream().map(Option::key)).doesNotHaveDuplicates();
  }

  private static Path page() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("docs/adr"))) {
      folder = folder.getParent();
    }
    return folder.resolve("docs/settings.md");
  }

  private static String render() {
    StringBuilder page = new StringBuilder(HEAD);
    GatewayOptions.all().stream()
        .sorted(Comparator.comparing(Option::key))
        .forEach(option -> page.append(line(option)));
    return page.toString();
  }

  private static String line(Option<?> option) {
    return String.join(
            " | ",
            "| `" + option.key() + "`",
            option.type(),
            option.defaultValue().map(SettingsPageTest::text).orElse(""),
            option.audience() == Option.Audience.SESSION ? "yes" : "",
            option.kyuubiKey().isPresent() ? "yes" : "",
            option.documentation().replace("|", "\\|").replace("\n", " "))
        + " |\n";
  }

  private static String text(Object value) {
    String text =
        value instanceof List<?> list
            ? String.join(",", list.stream().map(String::valueOf).toList())
            : value instanceof Duration duration ? duration.toString() : String.valueOf(value);
    return text.isEmpty() ? "" : '`' + text + '`';
  }
}
