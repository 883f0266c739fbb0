/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import io.sluice.config.Settings;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Datasources;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** A Flink session over some datasources, in this JVM. */
final class Sql implements AutoCloseable {
  private final CatalogEnvironment environment;
  private final TableEnvironment tables;

  private Sql(CatalogEnvironment environment, boolean streaming) {
    this.environment = environment;
    EnvironmentSettings.Builder settings =
        EnvironmentSettings.newInstance()
            .withConfiguration(FlinkCluster.configuration())
            .withCatalogStore(environment.catalogStore());
    this.tables =
        TableEnvironment.create(
            (streaming ? settings.inStreamingMode() : settings.inBatchMode()).build());
    tables.getConfig().setLocalTimeZone(ZoneId.of("UTC"));
  }

  /** A batch session that lists what the sources hold. */
  static Sql over(Path dataDir, Datasource... datasources) {
    return over(dataDir, Map.of("sluice.catalog.listing", "source"), datasources);
  }

  static Sql over(Path dataDir, Map<String, String> settings, Datasource... datasources) {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("sluice.catalog.jdbc.schema-max-age", "0s");
    return new Sql(
        CatalogEnvironment.open(Datasources.of(List.of(datasources)), dataDir, Settings.of(all)),
        false);
  }

  /** Another session over the same environment, which this one still closes. */
  Sql streaming() {
    return new Sql(environment, true);
  }

  CatalogEnvironment environment() {
    return environment;
  }

  TableEnvironment tables() {
    return tables;
  }

  Sql set(String key, String value) {
    tables.getConfig().set(key, value);
    return this;
  }

  /** The rows as text, in the order they come. */
  List<String> rows(String sql) {
    return values(sql).stream().map(Row::toString).toList();
  }

  /** The rows themselves, in the order they come. */
  List<Row> values(String sql) {
    List<Row> rows = new ArrayList<>();
    try (CloseableIterator<Row> result = tables.executeSql(sql).collect()) {
      result.forEachRemaining(rows::add);
    } catch (Exception e) {
      throw e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }
    return rows;
  }

  /** The first row's values. */
  Row row(String sql) {
    try (CloseableIterator<Row> result = tables.executeSql(sql).collect()) {
      return result.next();
    } catch (Exception e) {
      throw e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }
  }

  /** Runs a statement to its end. */
  void run(String sql) {
    TableResult result = tables.executeSql(sql);
    try {
      result.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  String explain(String sql) {
    return tables.explainSql(sql);
  }

  @Override
  public void close() {
    environment.close();
  }
}
