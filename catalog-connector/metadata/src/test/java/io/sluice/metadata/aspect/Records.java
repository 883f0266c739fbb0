/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.metadata.ColumnMetadata;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads golden files the way the harvest does. */
public final class Records {
  private Records() {}

  public static List<Aspect> aspects(String file) throws IOException {
    AspectSet set = new AspectSet();
    JsonNode records =
        new ObjectMapper().readTree(Path.of("src/test/resources/datahub").resolve(file).toFile());
    for (JsonNode record : records.isArray() ? records : List.of(records)) {
      RecordReader.read(record).forEach(set::apply);
    }
    return set.aspects();
  }

  public static List<Dataset> datasets(String file) throws IOException {
    List<Aspect> aspects = aspects(file);
    return new DatasetReader(new Containers(aspects), List.of()).read(aspects);
  }

  static Dataset dataset(String file, String table) throws IOException {
    return datasets(file).stream()
        .filter(d -> d.table().filter(table::equals).isPresent())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + table + " in " + file));
  }

  static List<String> columns(Dataset dataset) {
    return dataset.columns().stream().map(Records::text).toList();
  }

  private static String text(ColumnMetadata column) {
    return column.name() + ' ' + column.type().text() + (column.nullable() ? "" : " NOT NULL");
  }
}
