/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

import java.nio.file.Path;
import java.util.List;

/** The command line that starts an engine process of one type. It holds no secret. */
public interface EngineCommand {
  /**
   * @param engineId the new engine's id, for names in process lists
   * @param workDirectory where the process may write
   */
  List<String> arguments(String engineId, Path workDirectory);
}
