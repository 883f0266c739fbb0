/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hudi.common.config.RecordMergeMode;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.common.table.HoodieTableMetaClient;

/**
 * The Hudi tables under a base path laid out as {@code <base>/<database>/<table>}. A folder is a
 * table when it holds {@code .hoodie/hoodie.properties}. Files whose name starts with a dot or an
 * underscore are never databases or tables.
 */
public final class HudiTables {
  private static final String PROPERTIES = ".hoodie/hoodie.properties";

  private HudiTables() {}

  /**
   * Where a table is.
   *
   * @param database the folder above the table's
   * @param table the table's folder
   * @param path the table's base path
   */
  public record Location(String database, String table, String path) {
    public Location {
      requireNonNull(database, "database is null");
      requireNonNull(table, "table is null");
      requireNonNull(path, "path is null");
    }
  }

  /**
   * Every table under the base path, by database and name; {@code SOURCE_UNAVAILABLE} if none can
   * be read.
   */
  public static List<Location> list(String basePath, Configuration configuration) {
    List<Location> found = new ArrayList<>();
    for (String database : databases(basePath, configuration)) {
      for (String table : tables(basePath, database, configuration)) {
        found.add(new Location(database, table, path(basePath, database, table)));
      }
    }

    return found;
  }

  /** The folders of the base path, sorted; a database need not hold a table. */
  public static List<String> databases(String basePath, Configuration configuration) {
    return folders(new Path(basePath), configuration, null);
  }

  /** The tables of a database, sorted; empty when the database is not there. */
  public static List<String> tables(String basePath, String database, Configuration configuration) {
    Path folder = new Path(basePath, database);
    try {
      if (!folder.getFileSystem(configuration).exists(folder)) {
        return List.of();
      }
    } catch (IOException e) {
      throw unreadable(folder, e);
    }

    return folders(folder, configuration, PROPERTIES);
  }

  /** Whether a table is at the path. */
  public static boolean exists(String path, Configuration configuration) {
    Path properties = new Path(path, PROPERTIES);
    try {
      return properties.getFileSystem(configuration).exists(properties);
    } catch (IOException e) {
      throw unreadable(new Path(path), e);
    }
  }

  /**
   * Makes an empty table at the path.
   *
   * @throws SluiceException {@code TABLE_EXISTS} if there is one, {@code UNSUPPORTED_TYPE} for a
   *     column that Hudi cannot keep
   */
  public static HudiTable create(String path, HudiTableSpec spec, Configuration configuration) {
    if (exists(path, configuration)) {
      throw new SluiceException(
          ErrorCode.TABLE_EXISTS, "There is a Hudi table at " + path + " already");
    }

    boolean ordered = !spec.orderingFields().isEmpty();
    HoodieTableMetaClient.TableBuilder builder =
        HoodieTableMetaClient.newTableBuilder()
            .setTableType(HoodieTableType.valueOf(spec.type().name()))
            .setTableName(spec.name())
            .setTableVersion(spec.version())
            .setTableCreateSchema(FlinkTypes.toAvro(spec.rowType(), "record").toString())
            .setHiveStylePartitioningEnable(spec.hiveStyle())
            .setUrlEncodePartitioning(true)
            .setKeyGeneratorClassProp("org.apache.hudi.keygen." + generator(spec))
            .setRecordMergeMode(
                ordered
                    ? RecordMergeMode.EVENT_TIME_ORDERING
                    : RecordMergeMode.COMMIT_TIME_ORDERING);
    if (!spec.recordKeys().isEmpty()) {
      builder.setRecordKeyFields(String.join(",", spec.recordKeys()));
    }

    if (!spec.partitionKeys().isEmpty()) {
      builder.setPartitionFields(String.join(",", spec.partitionKeys()));
    }

    if (ordered) {
      builder.setOrderingFields(String.join(",", spec.orderingFields()));
    }

    try {
      builder.initTable(new HadoopConf(configuration).storage(), path);
    } catch (RuntimeException | Error e) {
      // Hadoop's local files throw an Error where the disk is full.
      deleteHalfMade(path, configuration, e);
      throw e;
    } catch (IOException e) {
      deleteHalfMade(path, configuration, e);
      throw new SluiceException(
          ErrorCode.SOURCE_FAILED,
          "The Hudi table " + path + " cannot be made: " + e.getMessage(),
          e);
    }

    return HudiTable.open(path, configuration);
  }

  /**
   * After a failure: what is left would keep its name from the next who makes the table. A file of
   * properties that is not empty is a table, of somebody who was faster.
   */
  private static void deleteHalfMade(String path, Configuration configuration, Throwable failure) {
    Path properties = new Path(path, PROPERTIES);
    try {
      FileSystem files = properties.getFileSystem(configuration);
      if (!files.exists(properties) || files.getFileStatus(properties).getLen() == 0) {
        files.delete(properties.getParent(), true);
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Deletes a table with all its files; {@code SOURCE_TABLE_GONE} if there is none. */
  public static void drop(String path, Configuration configuration) {
    if (!exists(path, configuration)) {
      throw new SluiceException(
          ErrorCode.SOURCE_TABLE_GONE, "There is no Hudi table at " + path + " (no .hoodie)");
    }

    Path folder = new Path(path);
    try {
      folder.getFileSystem(configuration).delete(folder, true);
    } catch (IOException e) {
      throw new SluiceException(
          ErrorCode.SOURCE_FAILED,
          "The Hudi table " + path + " cannot be dropped whole: " + e.getMessage(),
          e);
    }
  }

  /** Makes the folder of a database. */
  public static void createDatabase(String basePath, String database, Configuration configuration) {
    Path folder = new Path(basePath, database);
    try {
      folder.getFileSystem(configuration).mkdirs(folder);
    } catch (IOException e) {
      throw new SluiceException(
          ErrorCode.SOURCE_FAILED,
          "The folder " + folder + " cannot be made: " + e.getMessage(),
          e);
    }
  }

  /**
   * Deletes the folder of a database, which must be empty: files that are no table are not ours.
   */
  public static void dropDatabase(String basePath, String database, Configuration configuration) {
    Path folder = new Path(basePath, database);
    try {
      folder.getFileSystem(configuration).delete(folder, false);
    } catch (IOException e) {
      throw new SluiceException(
          ErrorCode.SOURCE_FAILED,
          "The folder " + folder + " cannot be dropped: " + e.getMessage(),
          e);
    }
  }

  /** Spark's classes, which every other engine knows how to stand in for. */
  private static String generator(HudiTableSpec spec) {
    if (spec.partitionKeys().isEmpty()) {
      return "NonpartitionedKeyGenerator";
    }

    return spec.partitionKeys().size() == 1 && spec.recordKeys().size() <= 1
        ? "SimpleKeyGenerator"
        : "ComplexKeyGenerator";
  }

  /** The path of a table under a base path. */
  public static String path(String basePath, String database, String table) {
    return new Path(new Path(basePath, database), table).toString();
  }

  private static List<String> folders(Path parent, Configuration configuration, String marker) {
    List<String> names = new ArrayList<>();
    try {
      FileSystem files = parent.getFileSystem(configuration);
      for (FileStatus status : files.listStatus(parent)) {
        String name = status.getPath().getName();
        if (status.isDirectory()
            && !name.startsWith(".")
            && !name.startsWith("_")
            && (marker == null || files.exists(new Path(status.getPath(), marker)))) {
          names.add(name);
        }
      }
    } catch (FileNotFoundException e) {
      throw new SluiceException(
          ErrorCode.SOURCE_UNAVAILABLE,
          "The Hudi base path " + parent + " does not exist; correct the path of the datasource",
          e);
    } catch (IOException e) {
      throw unreadable(parent, e);
    }

    names.sort(Comparator.naturalOrder());
    return names;
  }

  private static SluiceException unreadable(Path path, IOException cause) {
    return new SluiceException(
        ErrorCode.SOURCE_UNAVAILABLE,
        "The Hudi path " + path + " cannot be read: " + cause.getMessage(),
        cause);
  }
}
