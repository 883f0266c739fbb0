/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import io.sluice.error.ErrorCode;
import io.sluice.fixtures.HiveMetastore;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Platform;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Iceberg tables of a Hive metastore. */
final class IcebergHiveTest extends IcebergCatalogContract {
  private HiveMetastore server;
  private String warehouse;

  @Override
  void startServer(Path folder) {
    server = HiveMetastore.start();
    warehouse = folder.resolve("warehouse").toUri().toString();
  }

  @Override
  void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  private Datasource hive(String name, String uri) {
    return Datasource.of(
        name,
        Platform.ICEBERG,
        Map.of("catalog.type", "hive", "catalog.uri", uri, "catalog.warehouse", warehouse));
  }

  @Override
  List<Datasource> datasources() {
    return List.of(hive("served", server.uri()), hive("down", "thrift://127.0.0.1:1"));
  }

  @Override
  Map<String, String> outsideProperties() {
    return new HashMap<>(Map.of("type", "hive", "uri", server.uri(), "warehouse", warehouse));
  }

  @Test
  void aMetastoreThatIsDownIsToldAsSuch() {
    Failures.assertFails(
        () -> sql().run("CREATE DATABASE down.x"),
        ErrorCode.SOURCE_UNAVAILABLE,
        "Datasource down",
        "metastore");
  }
}
