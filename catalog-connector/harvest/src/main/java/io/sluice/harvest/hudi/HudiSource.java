/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.harvest.Source;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.TableKind;
import io.sluice.metadata.aspect.DescribedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hudi.common.schema.HoodieSchema;
import org.apache.hudi.common.table.HoodieTableConfig;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hudi tables at {@code <path>/<database>/<table>}: a folder with {@code .hoodie/hoodie.properties}
 * is a table. Its schema is that of its latest commit, or the one it was created with.
 */
public final class HudiSource implements Source {
  private static final Logger LOG = LoggerFactory.getLogger(HudiSource.class);
  private static final String PROPERTIES = ".hoodie/hoodie.properties";

  private final Datasource datasource;
  private final Path base;
  private final Configuration configuration;

  private HudiSource(Datasource datasource, Path base, Configuration configuration) {
    this.datasource = datasource;
    this.base = base;
    this.configuration = configuration;
  }

  public static HudiSource open(Datasource datasource) {
    Configuration configuration = new Configuration();
    datasource.propertiesUnder("hadoop.").forEach((k, v) -> configuration.set(k, v.reveal()));
    return new HudiSource(datasource, new Path(datasource.required("path")), configuration);
  }

  @Override
  public List<String> databases() {
    List<String> databases = new ArrayList<>();
    for (Path folder : folders(base)) {
      if (isTable(folder)) {
        LOG.warn(
            "{} is a Hudi table and not in a database; {} wants <path>/<database>/<table>",
            folder,
            datasource.name());
      } else {
        databases.add(folder.getName());
      }
    }
    return databases;
  }

  @Override
  public List<DescribedTable> tables(String database) {
    List<DescribedTable> tables = new ArrayList<>();
    for (Path folder : folders(new Path(base, database))) {
      if (isTable(folder)) {
        tables.add(table(database, folder));
      }
    }
    return tables;
  }

  private List<Path> folders(Path parent) {
    try {
      FileSystem files = parent.getFileSystem(configuration);
      return Arrays.stream(files.listStatus(parent))
          .filter(FileStatus::isDirectory)
          .map(FileStatus::getPath)
          .filter(path -> !path.getName().startsWith(".") && !path.getName().startsWith("_"))
          .sorted()
          .toList();
    } catch (IOException | RuntimeException e) {
      throw unavailable(parent, e);
    }
  }

  private boolean isTable(Path folder) {
    try {
      return folder.getFileSystem(configuration).exists(new Path(folder, PROPERTIES));
    } catch (IOException e) {
      throw unavailable(folder, e);
    }
  }

  private SluiceException unavailable(Path path, Exception e) {
    return new SluiceException(
        ErrorCode.SOURCE_UNAVAILABLE,
        "Datasource "
            + datasource.name()
            + ": "
            + path
            + " cannot be listed: "
            + e.getMessage()
            + ". Check its path in datasources.yaml.",
        e);
  }

  private DescribedTable table(String database, Path folder) {
    try {
      HoodieTableMetaClient client =
          HoodieTableMetaClient.builder()
              .setConf(new HadoopStorageConfiguration(configuration))
              .setBasePath(folder.toString())
              .build();
      Optional<Schema> schema =
          Optional.ofNullable(
              new TableSchemaResolver(client)
                  .getTableSchemaIfPresent(false)
                  .map(HoodieSchema::toAvroSchema)
                  .orElse(null));
      if (schema.isEmpty()) {
        return DescribedTable.unreadable(
            database, folder.getName(), "it has no commit and was created without a schema");
      }
      return describe(database, folder, client.getTableConfig(), schema.get());
    } catch (RuntimeException e) {
      LOG.debug("Hudi table {} cannot be read", folder, e);
      return DescribedTable.unreadable(
          database, folder.getName(), "it cannot be read: " + e.getMessage());
    }
  }

  private static DescribedTable describe(
      String database, Path folder, HoodieTableConfig table, Schema schema) {
    List<String> keys = table.getRecordKeyFields().map(Arrays::asList).orElse(List.of());
    List<String> partitions = table.getPartitionFields().map(Arrays::asList).orElse(List.of());
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("hudi.table.name", table.getTableName());
    properties.put("hudi.table.type", table.getTableType().name());
    properties.put("hudi.table.version", Integer.toString(table.getTableVersion().versionCode()));
    properties.put("hudi.base.path", folder.toString());
    properties.put("hudi.record.key.fields", String.join(",", keys));
    properties.put("hudi.partition.fields", String.join(",", partitions));
    return new DescribedTable(
        database,
        folder.getName(),
        TableKind.TABLE,
        Optional.ofNullable(schema.getDoc()).filter(doc -> !doc.isBlank()),
        HudiColumns.of(schema),
        keys,
        partitions,
        properties,
        Optional.empty(),
        schema.toString(),
        Optional.empty());
  }

  @Override
  public void close() {
    // Hadoop's file systems are shared and closed with the process.
  }
}
