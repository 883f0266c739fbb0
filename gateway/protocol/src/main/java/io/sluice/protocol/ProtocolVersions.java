/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.sluice.thrift.hive.TProtocolVersion;

/** The versions of TCLIService, V1 to V11, and what they change. */
public final class ProtocolVersions {
  public static final TProtocolVersion NEWEST = TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V11;

  private ProtocolVersions() {}

  /** The version both sides speak: the lower one. */
  public static TProtocolVersion negotiate(TProtocolVersion client) {
    return client == null || client.compareTo(NEWEST) > 0 ? NEWEST : client;
  }

  /** True if results are columns; before V6 they are rows. */
  public static boolean hasColumnSets(TProtocolVersion version) {
    return version.compareTo(TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V6) >= 0;
  }

  /** True if the client knows TIMEDOUT_STATE (V9, HIVE-14182); an older one is told CANCELED. */
  public static boolean knowsTimedOut(TProtocolVersion version) {
    return version.compareTo(TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V9) >= 0;
  }
}
