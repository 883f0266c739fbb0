/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
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
  private static final int HISTORY = 20;
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
    Map<List<String>, Aspect> last = new LinkedHashMap<>();
    aspects.forEach(a -> last.put(List.of(a.urn(), a.name()), a));
    return connections.inTransaction(
        "write",
        connection -> {
          LocalDateTime now = nextInstant(connection);
          int changed = 0;
          for (Aspect aspect : last.values()) {
            if (write(connection, aspect, now, actor, runId)) {
              changed++;
            }
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

  private boolean write(
      Connection connection, Aspect aspect, LocalDateTime now, String actor, String runId)
      throws SQLException {
    String old = latestText(connection, aspect);
    String text = aspect.value().toString();
    if (old == null) {
      insert(connection, aspect, text, now, actor, systemMetadata(runId, 1));
      return true;
    }
    if (sameJson(old, aspect.value())) {
      return false;
    }
    long next = keepHistory(connection, aspect);
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE "
                + table
                + " SET metadata = ?, systemmetadata = ?, createdon = ?, createdby = ?"
                + " WHERE urn = ? AND aspect = ? AND version = 0")) {
      update.setString(1, text);
      update.setString(2, systemMetadata(runId, next + 1));
      update.setObject(3, now);
      update.setString(4, actor);
      update.setString(5, aspect.urn());
      update.setString(6, aspect.name());
      update.executeUpdate();
    }
    return true;
  }

  private String latestText(Connection connection, Aspect aspect) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT metadata FROM " + table + " WHERE urn = ? AND aspect = ? AND version = 0")) {
      select.setString(1, aspect.urn());
      select.setString(2, aspect.name());
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() ? rows.getString(1) : null;
      }
    }
  }

  private void insert(
      Connection connection,
      Aspect aspect,
      String text,
      LocalDateTime now,
      String actor,
      String systemMetadata)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO "
                + table
                + " (urn, aspect, version, metadata, systemmetadata, createdon, createdby)"
                + " VALUES (?, ?, 0, ?, ?, ?, ?)")) {
      insert.setString(1, aspect.urn());
      insert.setString(2, aspect.name());
      insert.setString(3, text);
      insert.setString(4, systemMetadata);
      insert.setObject(5, now);
      insert.setString(6, actor);
      insert.executeUpdate();
    }
  }

  /** Copies version 0 to the next version, drops what is older than is kept; the new version. */
  private long keepHistory(Connection connection, Aspect aspect) throws SQLException {
    long next;
    String key = " WHERE urn = ? AND aspect = ?";
    try (PreparedStatement max =
        connection.prepareStatement("SELECT MAX(version) FROM " + table + key)) {
      max.setString(1, aspect.urn());
      max.setString(2, aspect.name());
      try (ResultSet rows = max.executeQuery()) {
        rows.next();
        next = rows.getLong(1) + 1;
      }
    }
    try (PreparedStatement copy =
        connection.prepareStatement(
            "INSERT INTO "
                + table
                + " (urn, aspect, version, metadata, systemmetadata, createdon, createdby,"
                + " createdfor) SELECT urn, aspect, "
                + next
                + ", metadata, systemmetadata, createdon, createdby, createdfor FROM "
                + table
                + key
                + " AND version = 0")) {
      copy.setString(1, aspect.urn());
      copy.setString(2, aspect.name());
      copy.executeUpdate();
    }
    if (next > HISTORY) {
      try (PreparedStatement drop =
          connection.prepareStatement(
              "DELETE FROM " + table + key + " AND version > 0 AND version <= ?")) {
        drop.setString(1, aspect.urn());
        drop.setString(2, aspect.name());
        drop.setLong(3, next - HISTORY);
        drop.executeUpdate();
      }
    }
    return next;
  }

  private String systemMetadata(String runId, long version) {
    return JSON.createObjectNode()
        .put("lastObserved", clock.millis())
        .put("runId", runId)
        .put("lastRunId", "no-run-id-provided")
        .put("version", Long.toString(version))
        .toString();
  }

  private static boolean sameJson(String old, JsonNode value) {
    try {
      // Through text once: a number's node type depends on how the node was made.
      return JSON.readTree(old).equals(JSON.readTree(value.toString()));
    } catch (JsonProcessingException e) {
      return false; // what is stored is broken: replace it
    }
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
