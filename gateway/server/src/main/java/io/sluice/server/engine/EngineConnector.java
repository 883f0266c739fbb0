/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import io.sluice.engine.launch.EngineSecret;
import java.util.concurrent.CompletionStage;

/** Opens connections to engines' ports. */
interface EngineConnector {
  /**
   * Connects, and proves both sides to each other with the engine's secret. The stage fails if that
   * is not done within the login timeout.
   */
  CompletionStage<EngineConnection> connect(
      String engineId, String host, int port, EngineSecret secret);
}
