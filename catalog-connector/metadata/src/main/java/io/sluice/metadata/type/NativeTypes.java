/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.type;

import java.util.Locale;
import java.util.Set;

/** What a source's own type text means, by DataHub's platform id. */
public final class NativeTypes {
  private static final Set<String> MYSQL = Set.of("mysql", "mariadb", "tidb");
  private static final Set<String> HIVE = Set.of("hive", "glue", "delta-lake");

  private NativeTypes() {}

  /**
   * The type a text stands for; never throws.
   *
   * @param platform DataHub's platform id
   * @return {@link ColumnType.Unsupported} with the reason if the text is unknown
   */
  public static ColumnType parse(String platform, String nativeType) {
    String text = nativeType.strip();
    String lower = text.toLowerCase(Locale.ROOT);
    if (text.isEmpty() || lower.equals("null") || lower.equals("nulltype()")) {
      return new ColumnType.Unsupported(nativeType, "its record does not tell its type");
    }
    if (MYSQL.contains(platform)) {
      return MySqlTypes.parse(text);
    }
    if (platform.equals("iceberg")) {
      return IcebergTypes.parse(text);
    }
    if (platform.equals("clickhouse")) {
      return ClickHouseTypes.parse(text);
    }
    if (platform.equals("hudi")) {
      ColumnType avro = AvroTypes.parse(text);
      return avro.isSupported() ? avro : HiveTypes.parse(text);
    }
    if (HIVE.contains(platform)) {
      return HiveTypes.parse(text);
    }
    return SqlTypes.parse(text);
  }
}
