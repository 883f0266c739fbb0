/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.aspect.Aspect;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The aspect table of DataHub ({@code metadata_aspect_v2}): ours, in H2, MariaDB, MySQL or
 * PostgreSQL, or a live DataHub's.
 *
 * <p>Version 0 of an aspect is the latest; when it changes, its old value is kept as the next
 * version. {@code createdon} of version 0 is when it last changed, and grows with every write made
 * here even if clocks do not, so that {@link #lastChange} tells whether anything was written.
 *
 * <p>Safe for use by several threads and, with H2 too, by several processes.
 */
public final class MetadataDb implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MetadataDb.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int URNS_AT_ONCE = 200;
  private static final int FETCH_SIZE = 2000;

  private final Connections connections;
  private final String table;
  private final boolean readOnly;
  private final Clock clock;

  private MetadataDb(Connections connections, String table, boolean readOnly, Clock clock) {
    this.connections = connections;
    this.table = table;
    this.readOnly = readOnly;
    this.clock = clock;
  }

  /**
   * Opens the metadata DB that the settings name, and creates its table if it is ours and new.
   *
   * @param dataDir where the embedded H2 file lives; made if missing
   * @throws SluiceException METADATA_UNAVAILABLE if it cannot be reached
   */
  public static MetadataDb open(Settings settings, Path dataDir) {
    Connections connections = Connections.open(settings, dataDir);
    MetadataDb db =
        new MetadataDb(
            connections,
            settings.get(MetadataOptions.TABLE),
            settings.get(MetadataOptions.READ_ONLY),
            Clock.systemUTC());
    try {
      if (!db.readOnly) {
        db.createTable();
      }
      return db;
    } catch (SluiceException e) {
      db.close();
      throw e;
    }
  }

  /**
   * Opens the metadata DB for reading if it is there already; makes nothing.
   *
   * @throws SluiceException METADATA_UNAVAILABLE if it is there and cannot be reached
   */
  public static Optional<MetadataDb> openExisting(Settings settings, Path dataDir) {
    if (!settings.isSet(MetadataOptions.JDBC_URL) && !EmbeddedDb.exists(dataDir)) {
      return Optional.empty();
    }
    Settings reading = settings.with(MetadataOptions.READ_ONLY, "true");
    MetadataDb db = open(reading, dataDir);
    try {
      if (db.connections.call("read", c -> AspectTable.exists(c, db.table))) {
        return Optional.of(db);
      }
      db.close();
      return Optional.empty();
    } catch (SluiceException e) {
      db.close();
      throw e;
    }
  }

  /** Why an aspect cannot be stored, DataHub's limits or the embedded DB's; empty if it can. */
  public static Optional<String> problem(Aspect aspect) {
    if (aspect.urn().length() > AspectTable.MAX_URN) {
      return Optional.of("its URN is longer than " + AspectTable.MAX_URN + " characters");
    }
    if (aspect.value().toString().length() > AspectTable.MAX_METADATA) {
      return Optional.of(
          "its aspect "
              + aspect.name()
              + " is longer than "
              + AspectTable.MAX_METADATA
              + " characters");
    }
    return Optional.empty();
  }

  /** True if nothing may be written: a live DataHub's database. */
  public boolean isReadOnly() {
    return readOnly;
  }

  /** When an aspect last changed; empty if there is none. Cheap. */
  public Optional<LocalDateTime> lastChange() {
    return connections.call("read", this::lastChange);
  }

  private Optional<LocalDateTime> lastChange(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT MAX(createdon) FROM " + table)) {
      rows.next();
      return Optional.ofNullable(rows.getObject(1, LocalDateTime.class));
    }
  }

  /**
   * The latest value of some aspects of every entity whose URN starts with a prefix, ordered by
   * URN. A row that is not JSON is left out with a warning.
   */
  public List<Aspect> latest(String urnPrefix, Set<String> aspects) {
    return connections.call("read", connection -> latest(connection, urnPrefix, aspects));
  }

  private List<Aspect> latest(Connection connection, String urnPrefix, Set<String> aspects)
      throws SQLException {
    String marks = String.join(",", java.util.Collections.nCopies(aspects.size(), "?"));
    String sql =
        "SELECT urn, aspect, metadata FROM "
            + table
            + " WHERE urn LIKE ? ESCAPE '!' AND version = 0 AND aspect IN ("
            + marks
            + ") ORDER BY urn, aspect";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(FETCH_SIZE);
      statement.setString(1, likePrefix(urnPrefix));
      int index = 2;
      for (String aspect : aspects) {
        statement.setString(index++, aspect);
      }
      List<Aspect> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          aspect(rows).ifPresent(found::add);
        }
      }
      return found;
    }
  }

  /** Entities with a prefix of which an aspect changed at or after a moment, in order. */
  List<String> changedSince(String urnPrefix, LocalDateTime since) {
    return connections.call(
        "read",
        connection -> {
          try (PreparedStatement statement =
              connection.prepareStatement(
                  "SELECT DISTINCT urn FROM "
                      + table
                      + " WHERE createdon >= ? AND version = 0 AND urn LIKE ? ESCAPE '!'"
                      + " ORDER BY urn")) {
            statement.setObject(1, since);
            statement.setString(2, likePrefix(urnPrefix));
            List<String> urns = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
              while (rows.next()) {
                urns.add(rows.getString(1));
              }
            }
            return urns;
          }
        });
  }

  private static Optional<Aspect> aspect(ResultSet row) throws SQLException {
    String urn = row.getString(1);
    String name = row.getString(2);
    try {
      return Optional.of(new Aspect(urn, name, JSON.readTree(row.getString(3))));
    } catch (JsonProcessingException e) {
      LOG.warn(
          "Aspect {} of {} is not JSON and is left out: {}", name, urn, e.getOriginalMessage());
      return Optional.empty();
    }
  }

  private static String likePrefix(String prefix) {
    return prefix.replace("!", "!!").replace("%", "!%").replace("_", "!_") + '%';
  }

  /**
   * Makes these the latest values, in one transaction. What is the same already is left alone.
   *
   * @param actor who writes, as a URN: {@code urn:li:corpuser:sluice}
   * @param runId what wrote it, for {@code systemmetadata}
   * @return how many changed
   * @throws SluiceException NOT_SUPPORTED if the DB is read-only
   */
  public int write(Collection<Aspect> aspects, String actor, String runId) {
    if (readOnly) {
      throw new SluiceException(
          ErrorCode.NOT_SUPPORTED,
          "The metadata DB is read-only ("
              + MetadataOptions.READ_ONLY.key()
              + "): nothing can be harvested into it.");
    }
    if (aspects.isEmpty()) {
      return 0;
    }
    Map<String, Map<String, Aspect>> byUrn = new LinkedHashMap<>();
    for (Aspect aspect : aspects) {
      byUrn.computeIfAbsent(aspect.urn(), u -> new LinkedHashMap<>()).put(aspect.name(), aspect);
    }
    List<String> urns = List.copyOf(byUrn.keySet());
    return connections.inTransaction(
        "write",
        connection -> {
          AspectRows rows =
              new AspectRows(connection, table, nextInstant(connection), actor, runId);
          int changed = 0;
          for (int from = 0; from < urns.size(); from += URNS_AT_ONCE) {
            List<String> some = urns.subList(from, Math.min(from + URNS_AT_ONCE, urns.size()));
            changed +=
                rows.write(
                    some.stream().flatMap(u -> byUrn.get(u).values().stream()).toList(), some);
          }
          return changed;
        });
  }

  private LocalDateTime nextInstant(Connection connection) throws SQLException {
    LocalDateTime now =
        LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
    Optional<LocalDateTime> last = lastChange(connection);
    return last.isPresent() && !now.isAfter(last.get())
        ? last.get().plus(1, ChronoUnit.MICROS)
        : now;
  }

  private void createTable() {
    connections.call(
        "create the table of",
        connection -> {
          AspectTable.create(connection, table);
          return null;
        });
  }

  @Override
  public void close() {
    connections.close();
  }
}
