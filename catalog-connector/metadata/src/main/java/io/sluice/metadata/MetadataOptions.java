/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import io.sluice.config.Option;
import java.time.Duration;
import java.util.List;

/** Settings of the metadata DB. */
public final class MetadataOptions {
  /** Kyuubi's key of this name is another database, so it is not read. */
  public static final Option<String> JDBC_URL =
      Option.string("sluice.metadata.store.jdbc.url")
          .doc(
              "JDBC URL of the metadata DB: MariaDB, MySQL or PostgreSQL, ours or DataHub's own."
                  + " Unset: an H2 file in the data directory, shared by gateway, engines and the"
                  + " harvest command.")
          .unknownToKyuubi()
          .build();

  public static final Option<String> JDBC_USER =
      Option.string("sluice.metadata.store.jdbc.user")
          .doc("User of the metadata DB.")
          .defaultsTo("")
          .unknownToKyuubi()
          .build();

  public static final Option<String> JDBC_PASSWORD =
      Option.string("sluice.metadata.store.jdbc.password")
          .doc("Password of the metadata DB; may be ${env:NAME} or ${file:/path}.")
          .defaultsTo("")
          .secret()
          .unknownToKyuubi()
          .build();

  public static final Option<Boolean> READ_ONLY =
      Option.bool("sluice.metadata.store.read-only")
          .doc(
              "Never write to the metadata DB nor create its table: for a live DataHub's database."
                  + " Harvesting into it is refused.")
          .defaultsTo(false)
          .unknownToKyuubi()
          .build();

  public static final Option<String> TABLE =
      Option.string("sluice.metadata.store.table")
          .doc("Name of DataHub's aspect table.")
          .defaultsTo("metadata_aspect_v2")
          .must("be a plain name", name -> name.matches("[A-Za-z_][A-Za-z0-9_.]*"))
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> MAX_STALENESS =
      Option.duration("sluice.metadata.cache.max-staleness")
          .doc("How long a change in the metadata DB may go unseen by listings.")
          .defaultsTo(Duration.ofSeconds(2))
          .must("not be negative", d -> !d.isNegative())
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> RELOAD_INTERVAL =
      Option.duration("sluice.metadata.cache.reload-interval")
          .doc(
              "How often everything is read anew even if nothing seems changed: rows that DataHub"
                  + " deletes outright leave no trace.")
          .defaultsTo(Duration.ofMinutes(5))
          .must("be positive", d -> d.toNanos() > 0)
          .unknownToKyuubi()
          .build();

  private MetadataOptions() {}

  public static List<Option<?>> all() {
    return List.of(
        JDBC_URL, JDBC_USER, JDBC_PASSWORD, READ_ONLY, TABLE, MAX_STALENESS, RELOAD_INTERVAL);
  }
}
