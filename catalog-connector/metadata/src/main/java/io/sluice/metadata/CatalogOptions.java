/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import io.sluice.config.Option;
import java.time.Duration;
import java.util.List;

/**
 * Settings of the catalogs that engines make of the datasources. They are here, not with an engine,
 * because the gateway checks what it is given of them.
 */
public final class CatalogOptions {
  /** Where the names of databases and tables come from. */
  public enum Listing {
    /** What was harvested. */
    METADATA,
    /** What the source holds now. */
    SOURCE
  }

  /** What to do when the source's schema is not the harvested one. */
  public enum Drift {
    /** Use the source's, with a warning in the log. */
    FOLLOW,
    /** Refuse the statement. */
    FAIL
  }

  public static final Option<Listing> LISTING =
      Option.choice("sluice.catalog.listing", Listing.class)
          .doc(
              "Which databases and tables exist: metadata (what was harvested) or source (what the"
                  + " source holds now, for use without a metadata DB).")
          .defaultsTo(Listing.METADATA)
          .unknownToKyuubi()
          .build();

  public static final Option<Drift> DRIFT =
      Option.choice("sluice.catalog.drift", Drift.class)
          .doc(
              "When a table's columns at the source are not those that were harvested: follow the"
                  + " source with a warning, or fail.")
          .defaultsTo(Drift.FOLLOW)
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> JDBC_SCHEMA_MAX_AGE =
      Option.duration("sluice.catalog.jdbc.schema-max-age")
          .doc("How long the schema of a MySQL or MariaDB table is taken as unchanged.")
          .defaultsTo(Duration.ofSeconds(2))
          .must("not be negative", d -> !d.isNegative())
          .unknownToKyuubi()
          .build();

  public static final Option<Boolean> JDBC_PUSHDOWN =
      Option.bool("sluice.catalog.jdbc.pushdown")
          .doc(
              "Have MySQL and MariaDB filter and limit where the result is provably the same. Off:"
                  + " the engine does it. Also a table hint: OPTIONS('pushdown'='false').")
          .defaultsTo(true)
          .sessionMaySet()
          .unknownToKyuubi()
          .build();

  public static final Option<Boolean> ICEBERG_TIME_IN_MILLIS =
      Option.bool("sluice.catalog.iceberg.time-in-millis")
          .doc(
              "Serve Iceberg's time columns, which hold microseconds, in milliseconds, finer digits"
                  + " cut. Off: such a column is refused by name, except in tables that were created"
                  + " here.")
          .defaultsTo(false)
          .unknownToKyuubi()
          .build();

  private CatalogOptions() {}

  public static List<Option<?>> all() {
    return List.of(LISTING, DRIFT, JDBC_SCHEMA_MAX_AGE, JDBC_PUSHDOWN, ICEBERG_TIME_IN_MILLIS);
  }
}
