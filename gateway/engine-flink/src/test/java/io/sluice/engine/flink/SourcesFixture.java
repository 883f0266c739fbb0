/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink;

import io.sluice.catalog.flink.CatalogEnvironment;
import io.sluice.config.Settings;
import io.sluice.fixtures.MariaDb;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Datasources;
import io.sluice.metadata.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An engine on a MariaDB server and two lakes: datasources {@code mysql}, {@code ice}, {@code
 * hudi}.
 */
final class SourcesFixture implements AutoCloseable {
  private final MariaDb server;
  private final CatalogEnvironment catalogs;
  private final FlinkEngineFixture engine;
  private final EngineClient client;

  private SourcesFixture(Path folder) throws IOException {
    Files.createDirectory(folder.resolve("hudi"));
    server = MariaDb.start();
    catalogs =
        CatalogEnvironment.open(
            Datasources.of(
                List.of(
                    Datasource.of(
                        "mysql",
                        Platform.MARIADB,
                        Map.of("url", server.mysqlUrl(), "user", "root", "password", "")),
                    Datasource.of(
                        "ice",
                        Platform.ICEBERG,
                        Map.of(
                            "catalog.type",
                            "hadoop",
                            "catalog.warehouse",
                            folder.resolve("ice").toUri().toString())),
                    Datasource.of(
                        "hudi",
                        Platform.HUDI,
                        Map.of("path", folder.resolve("hudi").toUri().toString())))),
            folder.resolve("data"),
            Settings.of(Map.of("sluice.catalog.listing", "source")));
    engine = new FlinkEngineFixture(Map.of(), catalogs::catalogStore);
    client = engine.connect();
  }

  static SourcesFixture start(Path folder) throws IOException {
    return new SourcesFixture(folder);
  }

  MariaDb server() {
    return server;
  }

  /** A session in UTC. */
  EngineClient.Session open() {
    EngineClient.Session session = client.open(Map.of());
    session.query("SET 'table.local-time-zone' = 'UTC'");
    return session;
  }

  @Override
  public void close() {
    client.close();
    engine.close();
    catalogs.close();
    server.close();
  }
}
