/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main job, end to end. */
@Timeout(900)
class DemoTest {
  @Test
  void everyAnswerOfTheDemoIsRightAndNothingIsLeftRunning(@TempDir Path folder) throws IOException {
    Path data = folder.resolve("demo");
    Command.Result result =
        Command.of(
                GatewayFixture.distribution().resolve("bin/sluice").toString(),
                "demo",
                "--exit",
                "--data",
                data.toString())
            .run(Duration.ofMinutes(14));
    assertThat(result.code()).as(result.output() + result.errors()).isZero();
    assertThat(result.output()).contains("All answers are right.").doesNotContain("WRONG");
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(process -> process.info().commandLine().orElse("").contains(data.toString()));
  }
}
