/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.engine;

/** The kinds of engine process a gateway can start. */
public enum EngineType {
  /** Flink SQL; see the module gateway/engine-flink. */
  FLINK_SQL
}
