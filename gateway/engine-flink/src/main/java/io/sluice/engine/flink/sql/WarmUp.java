/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.engine.operation.Operation;
import io.sluice.engine.sql.SessionSpec;
import io.sluice.engine.sql.SqlSession;
import io.sluice.protocol.Handle;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a few statements before the first session comes: the first of its kind costs a second or two
 * of class loading in planner and runtime, which would be a person's.
 */
public final class WarmUp {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
  private static final long WINDOW_BYTES = 1 << 20;
  private static final long TIMEOUT_SECONDS = 60;
  private static final List<String> STATEMENTS =
      List.of(
          "SELECT 1",
          "SELECT k, COUNT(*), SUM(v) FROM (VALUES (1, 1.5), (2, 2.5)) AS t (k, v) GROUP BY k",
          "SELECT a.k, b.s FROM (VALUES (1), (2)) AS a (k) JOIN (VALUES (1, 'x')) AS b (k, s) ON a.k = b.k ORDER BY a.k");

  private WarmUp() {}

  /** Never fails: an engine that cannot warm up can still tell each session what is wrong. */
  public static void run(FlinkEngine engine) {
    try (SqlSession session =
        engine.openSession(
            new SessionSpec("warm-up", "sluice", Map.of(), Optional.empty(), Optional.empty()))) {
      for (String statement : STATEMENTS) {
        run(session, statement);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.warn("The engine could not warm up", e);
    }
  }

  private static void run(SqlSession session, String statement) throws Exception {
    Operation operation =
        new Operation(
            Handle.random(new SecureRandom()),
            statement,
            Map.of(),
            WINDOW_BYTES,
            Runnable::run,
            InstantSource.system());
    operation.begin();
    try {
      session.execute(operation).toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      operation.succeed();
    } catch (CompletionException e) {
      LOG.warn("The engine could not warm up with {}", statement, e);
    } finally {
      operation.close("The warm-up is over.");
    }
  }
}
