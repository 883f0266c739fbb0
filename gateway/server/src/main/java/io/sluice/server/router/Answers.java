/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowSchema;
import io.sluice.server.metadata.MetadataPattern;
import io.sluice.server.operation.LocalResult;
import io.sluice.server.session.Namespace;
import io.sluice.server.session.Session;
import io.sluice.server.statement.NamePattern;
import io.sluice.server.statement.ProbeItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The results that the gateway makes itself, in the shapes that a Flink engine gives them. */
final class Answers {
  /** Longest text literal that has a CHAR type at Hive clients. */
  private static final int LONGEST_CHAR = HiveType.MAX_CHAR;

  private Answers() {}

  static LocalResult names(String column, Collection<String> names, Optional<NamePattern> like) {
    return LocalResult.ofStrings(
        List.of(column),
        names.stream()
            .filter(name -> like.map(pattern -> matches(pattern, name)).orElse(true))
            .map(name -> List.<Object>of(name))
            .toList());
  }

  private static boolean matches(NamePattern pattern, String name) {
    MetadataPattern like =
        pattern.ignoresCase()
            ? MetadataPattern.ignoringCase(pattern.pattern())
            : MetadataPattern.of(pattern.pattern());
    return like.matches(name) != pattern.negated();
  }

  static LocalResult settings(Map<String, String> settings) {
    return LocalResult.ofStrings(
        List.of("key", "value"),
        settings.entrySet().stream()
            .map(entry -> Arrays.<Object>asList(entry.getKey(), entry.getValue()))
            .toList());
  }

  static LocalResult setting(String key, String value) {
    return LocalResult.ofStrings(
        List.of("key", "value"), List.of(Arrays.<Object>asList(key, value)));
  }

  /** True if the gateway knows every item's value and type. */
  static boolean canAnswer(List<ProbeItem> items, Namespace namespace) {
    return items.stream()
        .allMatch(
            item ->
                switch (item.kind()) {
                  case CURRENT_DATABASE ->
                      namespace.database().isPresent() || Names.isDefaultCatalog(namespace);
                  case STRING -> item.value().length() <= LONGEST_CHAR;
                  default -> true;
                });
  }

  /** A probe's one row. */
  static LocalResult probe(List<ProbeItem> items, Session session, String version) {
    List<HiveColumn> columns = new ArrayList<>();
    List<Object> row = new ArrayList<>();
    for (ProbeItem item : items) {
      columns.add(new HiveColumn(item.label(), type(item), ""));
      row.add(value(item, session, version));
    }
    return new LocalResult(new RowSchema(columns), List.of(row));
  }

  private static HiveType type(ProbeItem item) {
    return switch (item.kind()) {
      case INT -> HiveType.INT;
      case BIGINT -> HiveType.BIGINT;
      case BOOLEAN -> HiveType.BOOLEAN;
      case STRING -> HiveType.charOf(item.value().length());
      case CURRENT_CATALOG, CURRENT_DATABASE, CURRENT_USER, VERSION -> HiveType.STRING;
    };
  }

  private static Object value(ProbeItem item, Session session, String version) {
    return switch (item.kind()) {
      case INT -> Integer.valueOf(item.value());
      case BIGINT -> Long.valueOf(item.value());
      case BOOLEAN -> Boolean.valueOf(item.value());
      case STRING -> item.value();
      case CURRENT_CATALOG -> session.namespace().catalog().orElse(Names.DEFAULT_CATALOG);
      case CURRENT_DATABASE -> session.namespace().database().orElse(Names.DEFAULT_DATABASE);
      case CURRENT_USER -> session.owner().user();
      case VERSION -> version;
    };
  }
}
