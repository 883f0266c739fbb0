/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.statement;

import io.sluice.server.statement.LocalStatement.ChangeSetting;
import io.sluice.server.statement.LocalStatement.ListSettings;
import io.sluice.server.statement.LocalStatement.None;
import io.sluice.server.statement.LocalStatement.Probe;
import io.sluice.server.statement.LocalStatement.ResetSetting;
import io.sluice.server.statement.LocalStatement.ShowCatalogs;
import io.sluice.server.statement.LocalStatement.ShowCurrentCatalog;
import io.sluice.server.statement.LocalStatement.ShowCurrentDatabase;
import io.sluice.server.statement.LocalStatement.ShowDatabases;
import io.sluice.server.statement.LocalStatement.ShowSetting;
import io.sluice.server.statement.LocalStatement.ShowTables;
import io.sluice.server.statement.LocalStatement.UseCatalog;
import io.sluice.server.statement.LocalStatement.UseDatabase;
import java.util.List;
import java.util.Optional;

/**
 * Recognises the statements that need no engine. It accepts a statement only when it understands
 * every token of it: anything else is {@link None}, so that an engine, not this class, decides what
 * is an error.
 */
final class LocalStatementParser {
  private final String sql;
  private final TokenReader reader;

  private LocalStatementParser(String sql, List<Token> tokens) {
    this.sql = sql;
    this.reader = new TokenReader(tokens);
  }

  static LocalStatement parse(String sql, List<Token> tokens) {
    LocalStatementParser parser = new LocalStatementParser(sql, tokens);
    return parser.statement().orElse(new None());
  }

  private Optional<LocalStatement> statement() {
    if (reader.takeWord("SELECT")) {
      return ProbeParser.items(reader).map(Probe::new);
    }
    if (reader.takeWord("SET")) {
      return set();
    }
    if (reader.takeWord("RESET")) {
      return reset();
    }
    if (reader.takeWord("USE")) {
      return use();
    }
    if (reader.takeWord("SHOW")) {
      return show();
    }
    return Optional.empty();
  }

  /** Flink quotes both sides ({@code SET 'k' = 'v'}); Hive and Spark quote none. */
  private Optional<LocalStatement> set() {
    if (reader.atEnd()) {
      return Optional.of(new ListSettings());
    }
    Optional<String> quotedKey = reader.takeString();
    if (quotedKey.isPresent()) {
      if (reader.atEnd()) {
        return quotedKey.map(ShowSetting::new);
      }
      if (!reader.takeSymbol('=')) {
        return Optional.empty();
      }
      return value().map(v -> new ChangeSetting(quotedKey.get(), v));
    }
    String assignment = reader.rest(sql);
    int equals = assignment.indexOf('=');
    if (equals < 0) {
      return isKey(assignment.strip())
          ? Optional.of(new ShowSetting(assignment.strip()))
          : Optional.empty();
    }
    String key = assignment.substring(0, equals).strip();
    if (!isKey(key)) {
      return Optional.empty();
    }
    return Optional.of(new ChangeSetting(key, unquote(assignment.substring(equals + 1).strip())));
  }

  private Optional<String> value() {
    Optional<String> quoted = reader.takeString();
    if (quoted.isPresent()) {
      return reader.atEnd() ? quoted : Optional.empty();
    }
    return Optional.of(reader.rest(sql));
  }

  private static String unquote(String value) {
    boolean quoted =
        value.length() >= 2
            && (value.charAt(0) == '\'' || value.charAt(0) == '"')
            && value.charAt(0) == value.charAt(value.length() - 1);
    return quoted ? value.substring(1, value.length() - 1).replace("''", "'") : value;
  }

  private static boolean isKey(String text) {
    return !text.isEmpty()
        && text.chars().allMatch(c -> Character.isLetterOrDigit(c) || "_.-:".indexOf(c) >= 0);
  }

  private Optional<LocalStatement> reset() {
    if (reader.atEnd()) {
      return Optional.of(new ResetSetting(Optional.empty()));
    }
    Optional<String> quoted = reader.takeString();
    if (quoted.isPresent()) {
      return reader.atEnd() ? Optional.of(new ResetSetting(quoted)) : Optional.empty();
    }
    String key = reader.rest(sql).strip();
    return isKey(key) ? Optional.of(new ResetSetting(Optional.of(key))) : Optional.empty();
  }

  private Optional<LocalStatement> use() {
    if (reader.takeWord("CATALOG")) {
      Optional<String> catalog = reader.takeName();
      return reader.atEnd() ? catalog.map(UseCatalog::new) : Optional.empty();
    }
    return path(2)
        .filter(path -> reader.atEnd())
        .map(
            path ->
                path.size() == 1
                    ? new UseDatabase(Optional.empty(), path.get(0))
                    : new UseDatabase(Optional.of(path.get(0)), path.get(1)));
  }

  private Optional<LocalStatement> show() {
    if (reader.takeWords("CURRENT", "CATALOG")) {
      return reader.atEnd() ? Optional.of(new ShowCurrentCatalog()) : Optional.empty();
    }
    if (reader.takeWords("CURRENT", "DATABASE") || reader.takeWords("CURRENT", "SCHEMA")) {
      return reader.atEnd() ? Optional.of(new ShowCurrentDatabase()) : Optional.empty();
    }
    if (reader.takeWord("CATALOGS")) {
      return like().map(ShowCatalogs::new);
    }
    if (reader.takeWord("DATABASES") || reader.takeWord("SCHEMAS")) {
      Optional<List<String>> from = from(1);
      return from.isEmpty()
          ? Optional.empty()
          : like().map(l -> new ShowDatabases(from.get().stream().findFirst(), l));
    }
    if (reader.takeWord("TABLES")) {
      Optional<List<String>> from = from(2);
      return from.isEmpty() ? Optional.empty() : like().map(l -> showTables(from.get(), l));
    }
    return Optional.empty();
  }

  private static LocalStatement showTables(List<String> path, Optional<NamePattern> like) {
    return switch (path.size()) {
      case 0 -> new ShowTables(Optional.empty(), Optional.empty(), like);
      case 1 -> new ShowTables(Optional.empty(), Optional.of(path.get(0)), like);
      default -> new ShowTables(Optional.of(path.get(0)), Optional.of(path.get(1)), like);
    };
  }

  /** An empty list if there is no FROM or IN; empty if there is one that is not understood. */
  private Optional<List<String>> from(int most) {
    if (reader.takeWord("FROM") || reader.takeWord("IN")) {
      return path(most);
    }
    return Optional.of(List.of());
  }

  private Optional<List<String>> path(int most) {
    Optional<String> first = reader.takeName();
    if (first.isEmpty()) {
      return Optional.empty();
    }
    if (most == 1 || !reader.takeSymbol('.')) {
      return Optional.of(List.of(first.get()));
    }
    return reader.takeName().map(second -> List.of(first.get(), second));
  }

  /** A present empty value if there is no LIKE at the end; empty if the rest is not understood. */
  private Optional<Optional<NamePattern>> like() {
    if (reader.atEnd()) {
      return Optional.of(Optional.empty());
    }
    boolean negated = reader.takeWord("NOT");
    boolean ignoresCase = reader.takeWord("ILIKE");
    if (!ignoresCase && !reader.takeWord("LIKE")) {
      return Optional.empty();
    }
    Optional<String> pattern = reader.takeString();
    return pattern.isPresent() && reader.atEnd()
        ? Optional.of(pattern.map(p -> new NamePattern(p, negated, ignoresCase)))
        : Optional.empty();
  }
}
