/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ServerHealthTest {
  private final LoginException timeout =
      new LoginException(LoginFailure.SERVER_TIMEOUT, "no answer");
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
  private final ServerHealth health = new ServerHealth(Duration.ofSeconds(2), clock::get);

  @Test
  void oneLoginTriesAServerAgainWhileTheOthersKeepOff() {
    assertThat(health.tryUse()).isTrue();
    health.failedSlow(timeout);
    assertThat(health.tryUse()).isFalse();
    clock.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(health.tryUse()).isTrue();
    assertThat(health.tryUse()).isFalse();
    health.answered();
    assertThat(health.tryUse()).isTrue();
    assertThat(health.tryUse()).isTrue();
  }

  @Test
  void aFailedTrialStartsTheTimeAnew() {
    health.failedSlow(timeout);
    clock.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(health.tryUse()).isTrue();
    health.failedSlow(timeout);
    assertThat(health.tryUse()).isFalse();
    assertThat(health.lastFailure()).isSameAs(timeout);
  }

  @Test
  void aFastFailureKeepsTheServerInUse() {
    health.failedFast();
    assertThat(health.tryUse()).isTrue();
  }
}
