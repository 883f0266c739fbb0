/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.sluice.fixtures.HiveDrivers;
import io.sluice.thrift.hive.TProtocolVersion;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The drivers reading what they are sent when an older version is negotiated: rows before V6. */
class OldVersionsTest {
  static Stream<Arguments> driversAndVersions() {
    return Arrays.stream(HiveDrivers.values())
        .flatMap(
            driver ->
                Stream.of(
                        TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V1,
                        TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V5,
                        TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V6)
                    .map(version -> Arguments.of(driver, version)));
  }

  @ParameterizedTest
  @MethodSource("driversAndVersions")
  void readEveryTypeAndNull(HiveDrivers driver, TProtocolVersion version) throws Exception {
    try (RunningServer server =
            RunningServer.forClients(SampleTables.in(new TableService()).atMost(version));
        Connection connection = driver.connect(server.url(), "ann", "ann-pw");
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("all_types")) {
        if (ProtocolVersions.hasColumnSets(version)) {
          SampleTables.checkAllTypes(rows);
        } else {
          SampleTables.checkAllTypesButBytes(rows);
        }
      }
      statement.setFetchSize(29);
      try (ResultSet rows = statement.executeQuery("edges")) {
        SampleTables.checkEdges(rows);
      }
    }
  }
}
