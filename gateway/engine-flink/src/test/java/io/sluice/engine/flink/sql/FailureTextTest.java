/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class FailureTextTest {
  @Test
  void aFullDiskIsToldWithWhatToDo() {
    IOException full = new IOException("No space left on device");
    assertThat(FailureText.of(full))
        .startsWith("A disk is full")
        .contains("temporary folder", "not visible", "free space");
    assertThat(FlinkErrors.ofJob(new IllegalStateException("write failed", full)))
        .isInstanceOfSatisfying(
            SluiceException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DISK_FULL));
  }
}
