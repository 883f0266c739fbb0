/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.statement;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A statement as far as the gateway has to know it: its text without trailing semicolons, whether
 * it may change data, whether it may change what names mean, and what it is if the gateway itself
 * can answer it.
 *
 * @param text what is sent to an engine; positions in it are those of the client's text
 * @param local what it asks for if the gateway may answer, else {@link LocalStatement.None}
 * @param reads true if it surely changes nothing, so that it can be told apart from a lost write
 * @param givesRows true if it surely has a result
 * @param changesNames true if it may create, drop or alter a catalog, database, table, view or
 *     function
 */
public record Statement(
    String text, LocalStatement local, boolean reads, boolean givesRows, boolean changesNames) {
  private static final Set<String> ROWS =
      Set.of("SELECT", "WITH", "VALUES", "TABLE", "SHOW", "DESCRIBE", "DESC", "EXPLAIN", "(");
  private static final Set<String> NO_CHANGE = Set.of("SET", "RESET", "USE", "HELP");
  private static final Set<String> DDL =
      Set.of(
          "CREATE", "DROP", "ALTER", "LOAD", "UNLOAD", "ADD", "REMOVE", "EXECUTE", "BEGIN", "CALL");

  public Statement {
    requireNonNull(text, "text is null");
    requireNonNull(local, "local is null");
  }

  /**
   * Reads a statement.
   *
   * @throws SluiceException INVALID_STATEMENT if there is nothing but comments, SYNTAX_ERROR if a
   *     quote or comment is not closed
   */
  public static Statement parse(String sql) {
    List<Token> tokens = Tokenizer.tokens(sql);
    int end = tokens.size();
    while (end > 0 && tokens.get(end - 1).isSymbol(';')) {
      end--;
    }
    tokens = tokens.subList(0, end);
    if (tokens.stream().allMatch(t -> t.kind() == Token.Kind.HINT)) {
      throw new SluiceException(
          ErrorCode.INVALID_STATEMENT,
          "The statement is empty or holds only comments. Send a statement to run.");
    }
    String text = sql.substring(0, tokens.get(tokens.size() - 1).end());
    String verb = tokens.get(0).text().toUpperCase(Locale.ROOT);
    boolean several = tokens.stream().anyMatch(t -> t.isSymbol(';'));
    LocalStatement local =
        several ? new LocalStatement.None() : LocalStatementParser.parse(text, tokens);
    boolean givesRows = ROWS.contains(verb) && !several;
    return new Statement(
        text,
        local,
        givesRows || (NO_CHANGE.contains(verb) && !several),
        givesRows,
        DDL.contains(verb) || several);
  }
}
