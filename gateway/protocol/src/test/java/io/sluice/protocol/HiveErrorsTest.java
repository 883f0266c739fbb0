/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.thrift.hive.TStatus;
import io.sluice.thrift.hive.TStatusCode;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HiveErrorsTest {
  @ParameterizedTest
  @EnumSource
  void everyCodeComesBackTheSame(ErrorCode code) {
    TStatus status = HiveErrors.toStatus(new SluiceException(code, "What happened. What to do."));
    assertThat(status.getStatusCode()).isEqualTo(TStatusCode.ERROR_STATUS);
    assertThat(status.getSqlState()).isEqualTo(code.sqlState());
    SluiceException back = HiveErrors.toException(status);
    assertThat(back.code()).isEqualTo(code);
    assertThat(back).hasMessage("What happened. What to do.");
  }

  @Test
  void whatFuturesPutRoundAnErrorIsTakenOff() {
    SluiceException error = new SluiceException(ErrorCode.CANCELED, "Canceled.");
    assertThat(HiveErrors.toException(new CompletionException(new ExecutionException(error))))
        .isSameAs(error);
  }

  @Test
  void aForeignErrorIsToldAsAnInternalOneWithoutItsMessage() {
    TStatus status = HiveErrors.toStatus(new IllegalStateException("password=x"));
    assertThat(status.getErrorMessage()).startsWith("[INTERNAL]").doesNotContain("password");
  }

  @Test
  void aForeignStatusIsAFailedExecution() {
    TStatus status = new TStatus(TStatusCode.ERROR_STATUS);
    status.setErrorCode(40000);
    status.setErrorMessage("Error while compiling statement");
    assertThatThrownBy(() -> HiveErrors.check(status))
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EXECUTION_FAILED))
        .hasMessage("Error while compiling statement");
    assertThatThrownBy(() -> HiveErrors.check(null)).isInstanceOf(SluiceException.class);
  }
}
