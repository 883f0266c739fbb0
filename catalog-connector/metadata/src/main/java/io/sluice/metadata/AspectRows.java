/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.metadata.aspect.Aspect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes aspects within one transaction: new ones in batches, changed ones with their history. */
final class AspectRows {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int HISTORY = 20;

  private final Connection connection;
  private final String table;
  private final LocalDateTime now;
  private final String actor;
  private final String runId;

  AspectRows(Connection connection, String table, LocalDateTime now, String actor, String runId) {
    this.connection = connection;
    this.table = table;
    this.now = now;
    this.actor = actor;
    this.runId = runId;
  }

  /** How many of these changed; {@code urns} are the URNs they have. */
  int write(List<Aspect> aspects, List<String> urns) throws SQLException {
    Map<List<String>, String> latest = latest(urns);
    List<Aspect> fresh = new ArrayList<>();
    int changed = 0;
    for (Aspect aspect : aspects) {
      String old = latest.get(List.of(aspect.urn(), aspect.name()));
      if (old == null) {
        fresh.add(aspect);
      } else if (!sameJson(old, aspect.value())) {
        update(aspect);
        changed++;
      }
    }
    insert(fresh);
    return changed + fresh.size();
  }

  private Map<List<String>, String> latest(List<String> urns) throws SQLException {
    String marks = String.join(",", Collections.nCopies(urns.size(), "?"));
    Map<List<String>, String> latest = new HashMap<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT urn, aspect, metadata FROM "
                + table
                + " WHERE urn IN ("
                + marks
                + ") AND version = 0")) {
      for (int i = 0; i < urns.size(); i++) {
        select.setString(i + 1, urns.get(i));
      }
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          latest.put(List.of(rows.getString(1), rows.getString(2)), rows.getString(3));
        }
      }
    }
    return latest;
  }

  private static boolean sameJson(String old, JsonNode value) {
    try {
      // Through text once: a number's node type depends on how the node was made.
      return JSON.readTree(old).equals(JSON.readTree(value.toString()));
    } catch (JsonProcessingException e) {
      return false; // what is stored is broken: replace it
    }
  }

  private void insert(List<Aspect> aspects) throws SQLException {
    if (aspects.isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO "
                + table
                + " (urn, aspect, version, metadata, systemmetadata, createdon, createdby)"
                + " VALUES (?, ?, 0, ?, ?, ?, ?)")) {
      for (Aspect aspect : aspects) {
        insert.setString(1, aspect.urn());
        insert.setString(2, aspect.name());
        insert.setString(3, aspect.value().toString());
        insert.setString(4, systemMetadata(1));
        insert.setObject(5, now);
        insert.setString(6, actor);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private void update(Aspect aspect) throws SQLException {
    long next = keepHistory(aspect);
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE "
                + table
                + " SET metadata = ?, systemmetadata = ?, createdon = ?, createdby = ?"
                + " WHERE urn = ? AND aspect = ? AND version = 0")) {
      update.setString(1, aspect.value().toString());
      update.setString(2, systemMetadata(next + 1));
      update.setObject(3, now);
      update.setString(4, actor);
      update.setString(5, aspect.urn());
      update.setString(6, aspect.name());
      update.executeUpdate();
    }
  }

  /** Copies version 0 to the next version, drops what is older than is kept; the new version. */
  private long keepHistory(Aspect aspect) throws SQLException {
    String key = " WHERE urn = ? AND aspect = ?";
    long next;
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

  private String systemMetadata(long version) {
    return JSON.createObjectNode()
        .put("lastObserved", now.toInstant(ZoneOffset.UTC).toEpochMilli())
        .put("runId", runId)
        .put("lastRunId", "no-run-id-provided")
        .put("version", Long.toString(version))
        .toString();
  }
}
