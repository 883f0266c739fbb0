/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PlanningTurnsTest {
  private final AtomicInteger taken = new AtomicInteger();

  private PlanningTurns turns(Duration grace) {
    return new PlanningTurns(grace, taken::incrementAndGet);
  }

  @Test
  void aStoppedTurnThatIsNotGivenBackIsGivenOnOnce() throws Exception {
    PlanningTurns turns = turns(Duration.ofMillis(50));
    PlanningTurns.Turn stuck = turns.take();
    stuck.endSoon();
    stuck.endSoon();
    assertThat(taken).hasValue(1);

    PlanningTurns.Turn next = turns.take();
    stuck.close();
    CompletableFuture<PlanningTurns.Turn> third = take(turns);
    assertThat(third.completeOnTimeout(null, 200, TimeUnit.MILLISECONDS).join())
        .as("there is one turn, and the second has it")
        .isNull();
    next.close();
  }

  @Test
  void aStoppedTurnThatIsGivenBackInTimeIsNotTaken() throws Exception {
    PlanningTurns turns = turns(Duration.ofSeconds(30));
    PlanningTurns.Turn turn = turns.take();
    CompletableFuture<Void> stop = CompletableFuture.runAsync(turn::endSoon);
    turn.close();
    stop.join();
    assertThat(taken).hasValue(0);
    take(turns).join().close();
  }

  private static CompletableFuture<PlanningTurns.Turn> take(PlanningTurns turns) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return turns.take();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
