/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.protocol.HiveCall;
import io.sluice.protocol.HiveErrors;
import io.sluice.thrift.hive.TGetInfoReq;
import io.sluice.thrift.hive.TGetInfoType;
import io.sluice.thrift.hive.THandleIdentifier;
import io.sluice.thrift.hive.TSessionHandle;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks an engine, as long as it is connected, whether it lives. A process that hangs keeps its
 * connection; only that it answers nothing shows it.
 *
 * <p>One question is under way at a time, and its whole time limit is the engine's: an engine that
 * answers each late is slow, not lost. The question is GetInfo, which engines answer on their
 * network threads without looking at the session; any answer is a sign of life, a refusal too. A
 * gateway that was itself stopped for a while reads the answers that came meanwhile before it looks
 * at the time.
 */
final class AliveProbe {
  private static final Logger LOG = LoggerFactory.getLogger(AliveProbe.class);

  private final EngineConnection engine;
  private final ScheduledExecutorService timers;
  private final Duration interval;
  private final Duration timeout;

  private AliveProbe(
      EngineConnection engine,
      ScheduledExecutorService timers,
      Duration interval,
      Duration timeout) {
    this.engine = requireNonNull(engine, "engine is null");
    this.timers = requireNonNull(timers, "timers is null");
    this.interval = requireNonNull(interval, "interval is null");
    this.timeout = requireNonNull(timeout, "timeout is null");
  }

  /**
   * @param interval between an answer and the next question
   * @param timeout after which an engine without an answer is given up
   */
  static void start(
      EngineConnection engine,
      ScheduledExecutorService timers,
      Duration interval,
      Duration timeout) {
    new AliveProbe(engine, timers, interval, timeout).askLater();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It ends with its executor.
  private void askLater() {
    try {
      timers.schedule(this::ask, interval.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("{} is asked no more: the gateway stops", engine, e);
    }
  }

  private void ask() {
    if (!engine.isOpen()) {
      return;
    }
    engine
        .call(HiveCall.GET_INFO, question(), timeout)
        .whenComplete(
            (answer, failure) -> {
              if (failure != null
                  && HiveErrors.toException(failure).code() == ErrorCode.TIMED_OUT) {
                engine.giveUp(
                    "it hangs, for it gave no sign of life within "
                        + timeout
                        + " ("
                        + LaunchOptions.ALIVE_TIMEOUT
                        + ")");
              } else if (engine.isOpen()) {
                askLater();
              }
            });
  }

  private static TGetInfoReq question() {
    THandleIdentifier nobodys =
        new THandleIdentifier(ByteBuffer.allocate(16), ByteBuffer.allocate(16));
    return new TGetInfoReq(new TSessionHandle(nobodys), TGetInfoType.CLI_DBMS_NAME);
  }
}
