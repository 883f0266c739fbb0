/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.plan.RelOptListener;
import org.apache.calcite.plan.RelOptPlanner;

/**
 * Ends the planning of a session's statement at somebody's wish. A session plans one statement at a
 * time; each has a flag of its own, so a late wish does not hit the next one.
 */
public final class PlanningStop {
  private volatile AtomicBoolean wished = new AtomicBoolean();

  /**
   * A statement begins.
   *
   * @return ends its planning when run; from any thread
   */
  public Runnable begin() {
    AtomicBoolean ofStatement = new AtomicBoolean();
    wished = ofStatement;
    return () -> ofStatement.set(true);
  }

  /** Has a planner look before each rule. */
  public void watch(RelOptPlanner planner) {
    planner.addListener(new Watch(this));
  }

  /** The flag of the statement that is planned now, in Calcite's form. */
  AtomicBoolean flag() {
    return wished;
  }

  /**
   * To be called often while planning.
   *
   * @throws SluiceException CANCELED
   */
  public void check() {
    if (wished.get()) {
      throw new SluiceException(
          ErrorCode.CANCELED, "The statement was stopped while it was planned.");
    }
  }

  private record Watch(PlanningStop stop) implements RelOptListener {
    @Override
    public void ruleAttempted(RuleAttemptedEvent event) {
      stop.check();
    }

    @Override
    public void ruleProductionSucceeded(RuleProductionEvent event) {}

    @Override
    public void relEquivalenceFound(RelEquivalenceEvent event) {}

    @Override
    public void relDiscarded(RelDiscardedEvent event) {}

    @Override
    public void relChosen(RelChosenEvent event) {}
  }
}
