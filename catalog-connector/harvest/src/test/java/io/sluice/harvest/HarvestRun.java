/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.Settings;
import io.sluice.metadata.Datasources;
import io.sluice.metadata.MetadataDb;
import io.sluice.metadata.MetadataOptions;
import io.sluice.metadata.MetadataStore;
import io.sluice.metadata.TableMetadata;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs the harvest command as a person would, in its own conf and data folders. */
final class HarvestRun {
  private final Path folder;

  HarvestRun(Path folder) {
    this.folder = folder;
  }

  /** What one run gave. */
  record Result(int exitCode, String out, String err, List<JsonNode> listing) {
    JsonNode dataset(String database, String table) {
      return listing.stream()
          .filter(d -> d.path("database").asText().equals(database))
          .filter(d -> d.path("table").asText().equals(table))
          .findFirst()
          .orElseThrow(() -> new AssertionError(database + '.' + table + " is not in " + listing));
    }

    String type(String database, String table, String column) {
      return column(database, table, column).path("type").asText();
    }

    JsonNode column(String database, String table, String column) {
      for (JsonNode candidate : dataset(database, table).path("columns")) {
        if (candidate.path("name").asText().equals(column)) {
          return candidate;
        }
      }
      throw new AssertionError("no column " + column + " in " + dataset(database, table));
    }
  }

  HarvestRun datasources(String yaml) throws IOException {
    Files.createDirectories(folder.resolve("conf"));
    Files.writeString(folder.resolve("conf/datasources.yaml"), yaml);
    return this;
  }

  Path data() {
    return folder.resolve("data");
  }

  Result run(String... arguments) throws IOException {
    Path json = folder.resolve("listing.json");
    Files.deleteIfExists(json);
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(
        List.of(
            "--json", json.toString(),
            "--conf", folder.resolve("conf").toString(),
            "--data", data().toString()));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        HarvestMain.run(
            new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(new String[0]));
    List<JsonNode> listing = new ArrayList<>();
    if (Files.exists(json)) {
      new ObjectMapper().readTree(json.toFile()).forEach(listing::add);
    }
    return new Result(exitCode, out.toString(), err.toString(), listing);
  }

  /** What the catalog shows afterwards. */
  List<String> databases(String datasource) {
    try (MetadataDb db = MetadataDb.open(Settings.empty(), data())) {
      return store(db).databases(datasource);
    }
  }

  List<String> tables(String datasource, String database) {
    try (MetadataDb db = MetadataDb.open(Settings.empty(), data())) {
      return store(db).tables(datasource, database);
    }
  }

  Optional<TableMetadata> table(String datasource, String database, String table) {
    try (MetadataDb db = MetadataDb.open(Settings.empty(), data())) {
      return store(db).table(datasource, database, table);
    }
  }

  private MetadataStore store(MetadataDb db) {
    Datasources datasources = Datasources.load(folder.resolve("conf/datasources.yaml"));
    return new MetadataStore(
        db, datasources, Settings.empty().with(MetadataOptions.MAX_STALENESS, "0"));
  }
}
