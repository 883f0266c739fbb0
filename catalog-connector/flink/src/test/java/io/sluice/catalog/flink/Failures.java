/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Looks for our error under Flink's wrappings. */
final class Failures {
  private Failures() {}

  static SluiceException failure(ThrowingCallable call) {
    SluiceException[] found = new SluiceException[1];
    assertThatThrownBy(call).satisfies(e -> found[0] = in(e));
    return found[0];
  }

  static void assertFails(ThrowingCallable call, ErrorCode code, String... texts) {
    SluiceException e = failure(call);
    Assertions.assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
    Assertions.assertThat(e.getMessage()).contains(texts);
  }

  private static SluiceException in(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SluiceException ours) {
        return ours;
      }
    }
    throw new AssertionError("No SluiceException in " + e, e);
  }
}
