/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The results that tasks may bring rows for, by their token.
 *
 * <p>Static, against our own rule: a sink is made by a factory that Flink finds by name, and a task
 * is deserialized by Flink, so neither can be handed an object. A token lives as long as its
 * statement.
 */
final class ResultReceivers {
  private static final Map<String, ResultReceiver> RECEIVERS = new ConcurrentHashMap<>();

  private ResultReceivers() {}

  static void add(ResultReceiver receiver) {
    RECEIVERS.put(receiver.token(), receiver);
  }

  static void remove(ResultReceiver receiver) {
    RECEIVERS.remove(receiver.token(), receiver);
  }

  static Optional<ResultReceiver> find(String token) {
    return Optional.ofNullable(RECEIVERS.get(token));
  }

  static int size() {
    return RECEIVERS.size();
  }
}
