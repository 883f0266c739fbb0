/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What kind of system a datasource is, named as DataHub names its data platforms. Some can be
 * opened and queried; of the others only what was harvested can be listed.
 */
public enum Platform {
  MYSQL("mysql", true),
  MARIADB("mariadb", true),
  ICEBERG("iceberg", true),
  HUDI("hudi", true),
  ATHENA("athena", false),
  BIGQUERY("bigquery", false),
  CLICKHOUSE("clickhouse", false),
  DB2("db2", false),
  DELTA_LAKE("delta-lake", false),
  DORIS("doris", false),
  GLUE("glue", false),
  HIVE("hive", false),
  KAFKA("kafka", false),
  MSSQL("mssql", false),
  ORACLE("oracle", false),
  POSTGRES("postgres", false),
  PRESTO("presto", false),
  REDSHIFT("redshift", false),
  SNOWFLAKE("snowflake", false),
  STARROCKS("starrocks", false),
  TIDB("tidb", false),
  TRINO("trino", false);

  private final String id;
  private final boolean openable;

  Platform(String id, boolean openable) {
    this.id = id;
    this.openable = openable;
  }

  /** DataHub's id, as in {@code urn:li:dataPlatform:mysql}. */
  public String id() {
    return id;
  }

  /** True if its tables can be queried; false if they can only be listed. */
  public boolean isOpenable() {
    return openable;
  }

  /** True for the servers that speak MySQL's protocol and dialect and that Sluice can open. */
  public boolean isMySqlFamily() {
    return this == MYSQL || this == MARIADB;
  }

  public static Optional<Platform> find(String id) {
    String wanted = id.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(p -> p.id.equals(wanted)).findFirst();
  }
}
