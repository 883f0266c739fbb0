/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.engine.operation.Operation;
import io.sluice.engine.operation.OperationState;
import io.sluice.engine.sql.SqlSession;
import io.sluice.engine.sql.StatementRun;
import io.sluice.protocol.Handle;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StatementsTest {
  /** As Hadoop's FSError, which its local file system throws when a disk is full. */
  private static final class FileSystemError extends Error {
    private static final long serialVersionUID = 1L;

    FileSystemError() {
      super("No space left on device");
    }
  }

  @Test
  void anErrorOfALibraryEndsItsStatement() throws Exception {
    Operation operation =
        new Operation(
            Handle.random(new SecureRandom()),
            "CREATE TABLE t (a INT)",
            Map.of(),
            1024,
            Runnable::run,
            InstantSource.system());
    SqlSession session =
        new SqlSession() {
          @Override
          public CompletionStage<Void> execute(StatementRun run) {
            throw new FileSystemError();
          }

          @Override
          public void close() {}
        };
    try (EngineThreads threads = new EngineThreads(1)) {
      new Statements(threads).start(session, operation, Duration.ZERO);
      operation.settled().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
    assertThat(operation.status().state()).isEqualTo(OperationState.ERROR);
  }
}
