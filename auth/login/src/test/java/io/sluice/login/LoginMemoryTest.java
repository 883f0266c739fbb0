/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoginMemoryTest {
  private static final Identity ALICE = new Identity("alice", Set.of("staff"));

  private final AtomicLong clock = new AtomicLong();

  private LoginMemory memory(Duration time) {
    return new LoginMemory(time, clock::get);
  }

  private static Credentials credentials(String user, String password) {
    return new Credentials(user, password);
  }

  @Test
  void forgetsAfterItsTime() {
    LoginMemory memory = memory(Duration.ofSeconds(10));
    LoginMemory.Fingerprint key = memory.fingerprint(credentials("alice", "pw"));
    memory.put(key, ALICE);
    clock.addAndGet(Duration.ofSeconds(9).toNanos());
    assertThat(memory.find(key)).contains(ALICE);
    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(memory.find(key)).isEmpty();
  }

  @Test
  void remembersNothingWithoutATime() {
    LoginMemory memory = memory(Duration.ZERO);
    LoginMemory.Fingerprint key = memory.fingerprint(credentials("alice", "pw"));
    memory.put(key, ALICE);
    assertThat(memory.find(key)).isEmpty();
  }

  @Test
  void knowsTheWholeOfNameAndPassword() {
    LoginMemory memory = memory(Duration.ofSeconds(10));
    assertThat(memory.fingerprint(credentials("alice", "pw")))
        .isEqualTo(memory.fingerprint(credentials("alice", "pw")))
        .isNotEqualTo(memory.fingerprint(credentials("alice", "pW")))
        .isNotEqualTo(memory.fingerprint(credentials("alicep", "w")))
        .isNotEqualTo(memory(Duration.ofSeconds(10)).fingerprint(credentials("alice", "pw")));
  }

  @Test
  void aNewPasswordDropsTheOldOne() {
    LoginMemory memory = memory(Duration.ofSeconds(10));
    LoginMemory.Fingerprint old = memory.fingerprint(credentials("alice", "old"));
    memory.put(old, ALICE);
    memory.put(memory.fingerprint(credentials("ALICE", "new")), ALICE);
    assertThat(memory.find(old)).isEmpty();
  }
}
