/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.thrift.hive.TOperationState;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.table.functions.ScalarFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A statement is stopped in a place of the planner that nothing stops: a function that Flink calls
 * while it folds constants, and that hears no interrupt.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class PlanningStopTest {
  private static final CountDownLatch ENTERED = new CountDownLatch(1);
  private static final CountDownLatch RELEASED = new CountDownLatch(1);
  private static final AtomicInteger FOLDED = new AtomicInteger();
  private static final AtomicInteger RAN = new AtomicInteger();
  private static volatile Thread planning;

  /** Called by the planner; does not return before it is released. */
  public static final class Deaf extends ScalarFunction {
    public int eval(int value) {
      FOLDED.incrementAndGet();
      planning = Thread.currentThread();
      ENTERED.countDown();
      while (RELEASED.getCount() > 0) {
        try {
          RELEASED.await();
        } catch (InterruptedException e) {
          // The planner does not hear it either.
          continue;
        }
      }
      return value;
    }
  }

  /** Called by the job only. */
  public static final class Run extends ScalarFunction {
    public int eval(int value) {
      RAN.incrementAndGet();
      return value;
    }

    @Override
    public boolean isDeterministic() {
      return false;
    }
  }

  @Test
  void itsSessionGoesOnAndItIsNotRunAtItsEnd() throws InterruptedException {
    try (FlinkEngineFixture engine = new FlinkEngineFixture(Map.of());
        EngineClient client = engine.connect();
        EngineClient.Session session = client.open(Map.of())) {
      session.query("CREATE TEMPORARY FUNCTION deaf AS '" + Deaf.class.getName() + "'");
      session.query("CREATE TEMPORARY FUNCTION run AS '" + Run.class.getName() + "'");
      String source = " FROM (VALUES (1), (2)) AS t (x)";
      assertThat(session.query("SELECT run(x)" + source)).hasSize(2);
      int before = RAN.get();

      EngineClient.Statement stopped =
          session.start("SELECT deaf(1), run(x)" + source + " WHERE x > deaf(0)", Map.of(), 2);
      assertThat(ENTERED.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(stopped.awaitSettled().getOperationState())
          .isEqualTo(TOperationState.TIMEDOUT_STATE);
      assertThat(session.query("SELECT x + 1" + source + " ORDER BY x"))
          .containsExactly(List.of(2), List.of(3));
      assertThat(isPlanning()).as("it is still in the planner").isTrue();

      int folded = FOLDED.get();
      RELEASED.countDown();
      FlinkEngineFixture.await("the planner ends", () -> !isPlanning());
      assertThat(FOLDED).as("no rule begins after the one that was stuck").hasValue(folded);
      assertThat(RAN).as("no job begins").hasValue(before);
      assertThat(session.query("SELECT deaf(5)")).containsExactly(List.of(5));
      stopped.close();
    }
  }

  private static boolean isPlanning() {
    return Arrays.stream(planning.getStackTrace())
        .anyMatch(frame -> frame.getClassName().startsWith("org.apache.calcite."));
  }
}
