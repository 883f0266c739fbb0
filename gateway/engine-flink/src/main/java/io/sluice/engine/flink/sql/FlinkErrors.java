/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.flink.client.program.ProgramInvocationException;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.runtime.jobmanager.scheduler.NoResourceAvailableException;
import org.apache.flink.sql.parser.error.SqlValidateException;
import org.apache.flink.table.api.CatalogNotExistException;
import org.apache.flink.table.api.SqlParserException;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.exceptions.CatalogException;
import org.apache.flink.table.catalog.exceptions.DatabaseNotExistException;
import org.apache.flink.table.catalog.exceptions.TableAlreadyExistException;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;

/**
 * Flink's and Calcite's exceptions as ours: a code, the position in the statement where there is
 * one, and the cause that says most, without class names, stack or secrets.
 */
final class FlinkErrors {
  private static final int MAX_MESSAGE = 2_000;
  private static final Pattern NOT_FOUND = Pattern.compile("Object '([^']*)' not found(.*)");
  private static final Pattern RANGE =
      Pattern.compile("(?:From|At) line \\d+, column \\d+(?: to line \\d+, column \\d+)?: ");
  private static final Pattern NO_TABLE =
      Pattern.compile(
          "(?:[Tt]ables?|[Vv]iews?)(?: or views?)? (?:with (?:the )?identifier .*|\\S+)"
              + " does(?:n't| not) exist");
  private static final Pattern NO_DATABASE =
      Pattern.compile("A database with name \\[(.*?)] does not exist in the catalog");

  private FlinkErrors() {}

  /** The exception to tell of a statement that did not get through parsing and planning. */
  static SluiceException ofStatement(Throwable failure) {
    return of(failure, ErrorCode.INVALID_STATEMENT, "");
  }

  /**
   * @param statement its text, which tells whether a name that is not found is a catalog's, a
   *     database's or a table's
   * @param isCatalog whether a name is that of a catalog
   */
  static SluiceException ofStatement(
      Throwable failure, String statement, Predicate<String> isCatalog) {
    SluiceException told = of(failure, ErrorCode.INVALID_STATEMENT, statement);
    Matcher database = NO_DATABASE.matcher(told.getMessage());
    if (database.find() && isCatalog.test(database.group(1))) {
      String name = database.group(1);
      return new SluiceException(
          told.code(),
          told.getMessage() + ' ' + name + " is a datasource: USE CATALOG " + name + '.',
          failure);
    }
    return told;
  }

  /** The exception to tell of a job that failed. */
  static SluiceException ofJob(Throwable failure) {
    return of(failure, ErrorCode.EXECUTION_FAILED, "");
  }

  private static SluiceException of(Throwable failure, ErrorCode otherwise, String statement) {
    List<Throwable> chain = chain(failure);
    SluiceException own = find(chain, SluiceException.class);
    if (own != null) {
      return own;
    }
    if (find(chain, InterruptedException.class) != null
        || find(chain, java.nio.channels.ClosedByInterruptException.class) != null) {
      return new SluiceException(ErrorCode.CANCELED, "The statement was stopped.", failure);
    }
    if (find(chain, JobCancellationException.class) != null) {
      return new SluiceException(
          ErrorCode.CANCELED, "The statement's job was canceled on its cluster.", failure);
    }
    if (find(chain, StackOverflowError.class) != null) {
      return tooDeep(failure);
    }
    SqlParseException parse = find(chain, SqlParseException.class);
    if (parse != null || find(chain, SqlParserException.class) != null) {
      return SyntaxErrors.of(parse == null ? failure : parse, failure);
    }
    return SubqueryErrors.of(chain, statement)
        .orElseGet(() -> classified(chain, failure, otherwise, statement));
  }

  static SluiceException tooDeep(Throwable failure) {
    return new SluiceException(
        ErrorCode.LIMIT_REACHED,
        "The statement is nested too deeply for Flink. Nest fewer parentheses, functions and"
            + " sub-queries, or do it in several statements with a table in between.",
        failure);
  }

  private static SluiceException classified(
      List<Throwable> chain, Throwable failure, ErrorCode otherwise, String statement) {
    CalciteContextException context = find(chain, CalciteContextException.class);
    String position = "";
    if (context != null && context.getPosLine() > 0) {
      position = " (line " + context.getPosLine() + ", column " + context.getPosColumn() + ")";
    }
    for (int i = chain.size() - 1; i >= 0; i--) {
      ErrorCode code = code(chain.get(i));
      if (code == ErrorCode.TABLE_NOT_FOUND && context != null) {
        code = MissingName.code(chain.get(i).getMessage(), statement, context);
      }
      if (code != null) {
        return new SluiceException(
            code, sentence(FailureText.of(chain.get(i))) + position, failure);
      }
    }
    Throwable root = telling(chain);
    ErrorCode code = byKind(chain, root, otherwise);
    return new SluiceException(code, sentence(FailureText.of(root)) + position, failure);
  }

  /** The code of an exception whose class or words leave no doubt. */
  private static ErrorCode code(Throwable link) {
    if (link instanceof CatalogNotExistException) {
      return ErrorCode.CATALOG_NOT_FOUND;
    }
    if (link instanceof DatabaseNotExistException) {
      return ErrorCode.SCHEMA_NOT_FOUND;
    }
    if (link instanceof TableNotExistException) {
      return ErrorCode.TABLE_NOT_FOUND;
    }
    if (link instanceof TableAlreadyExistException) {
      return ErrorCode.TABLE_EXISTS;
    }
    if (link instanceof NoResourceAvailableException) {
      return ErrorCode.LIMIT_REACHED;
    }
    if (link instanceof OutOfMemoryError) {
      return ErrorCode.OUT_OF_MEMORY;
    }
    String message = String.valueOf(link.getMessage());
    if (message.startsWith("Column '") && message.contains("' is NOT NULL, however")) {
      return ErrorCode.NULL_NOT_ALLOWED;
    }
    if (message.contains("No space left on device")) {
      return ErrorCode.DISK_FULL;
    }
    Matcher object = NOT_FOUND.matcher(message);
    if (object.find()) {
      return ErrorCode.TABLE_NOT_FOUND;
    }
    if (message.startsWith("Column '") && message.contains("not found")
        || message.startsWith("Table '") && message.contains("' not found")) {
      return message.startsWith("Table") ? ErrorCode.TABLE_NOT_FOUND : ErrorCode.COLUMN_NOT_FOUND;
    }
    if (message.matches("(?s)A catalog with name \\[.*] does not exist.*")
        || message.matches("(?s)Catalog .* does not exist.*")) {
      return ErrorCode.CATALOG_NOT_FOUND;
    }
    if (message.matches("(?s)(A d|D)atabase (with name )?\\[?.*]? ?does not exist.*")) {
      return ErrorCode.SCHEMA_NOT_FOUND;
    }
    if (message.startsWith("Cannot find table '")
        || message.matches("(?s)Sink '.*' does not exists.*")
        || NO_TABLE.matcher(message).find()) {
      return ErrorCode.TABLE_NOT_FOUND;
    }
    if (message.matches("(?s)(Temporary )?[Tt]able .*already exists.*")) {
      return ErrorCode.TABLE_EXISTS;
    }
    return null;
  }

  private static ErrorCode byKind(List<Throwable> chain, Throwable root, ErrorCode otherwise) {
    if (find(chain, SQLException.class) != null) {
      String state = String.valueOf(find(chain, SQLException.class).getSQLState());
      return state.startsWith("08") ? ErrorCode.SOURCE_UNAVAILABLE : ErrorCode.SOURCE_FAILED;
    }
    if (root instanceof ArithmeticException
        || root instanceof NumberFormatException
        || root instanceof java.time.DateTimeException) {
      return ErrorCode.INVALID_VALUE;
    }
    SqlValidateException syntax = find(chain, SqlValidateException.class);
    if (syntax != null) {
      return String.valueOf(syntax.getMessage()).contains("syntax does not support")
          ? ErrorCode.NOT_SUPPORTED
          : ErrorCode.INVALID_STATEMENT;
    }
    if (root instanceof UnsupportedOperationException
        || String.valueOf(root.getMessage()).startsWith("Unsupported")) {
      return ErrorCode.NOT_SUPPORTED;
    }
    if (otherwise == ErrorCode.INVALID_STATEMENT
        && find(chain, ValidationException.class) == null
        && find(chain, CalciteContextException.class) == null
        && find(chain, TableException.class) == null) {
      return find(chain, CatalogException.class) != null
          ? ErrorCode.SOURCE_FAILED
          : ErrorCode.EXECUTION_FAILED;
    }
    return otherwise;
  }

  /** The innermost exception that says something; wrappers only repeat or hide it. */
  private static Throwable telling(List<Throwable> chain) {
    for (int i = chain.size() - 1; i >= 0; i--) {
      Throwable link = chain.get(i);
      String message = link.getMessage();
      if (message != null && !message.isBlank() && !isWrapper(link)) {
        return link;
      }
    }
    return chain.get(chain.size() - 1);
  }

  private static boolean isWrapper(Throwable link) {
    return link instanceof CompletionException
        || link instanceof ExecutionException
        || link instanceof JobExecutionException
        || link instanceof ProgramInvocationException
        || link instanceof CalciteContextException;
  }

  private static String sentence(String message) {
    String text = clean(RANGE.matcher(firstLines(message, 12)).replaceAll(""));
    return text.endsWith(".") || text.endsWith("!") ? text : text + '.';
  }

  static String clean(String message) {
    String hidden = Secrets.hide(message);
    return hidden.length() > MAX_MESSAGE ? hidden.substring(0, MAX_MESSAGE) + " …" : hidden.strip();
  }

  static String firstLines(String text, int lines) {
    StringBuilder kept = new StringBuilder();
    text.lines()
        .filter(line -> !line.strip().startsWith("at ") && !line.isBlank())
        .limit(lines)
        .forEach(line -> kept.append(kept.isEmpty() ? "" : "\n").append(line));
    return kept.toString();
  }

  private static List<Throwable> chain(Throwable failure) {
    List<Throwable> chain = new ArrayList<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Throwable link = deserialized(failure);
    while (link != null && seen.add(link)) {
      chain.add(link);
      link = deserialized(link.getCause());
    }
    return chain;
  }

  private static Throwable deserialized(Throwable link) {
    return link instanceof org.apache.flink.util.SerializedThrowable serialized
        ? serialized.deserializeError(FlinkErrors.class.getClassLoader())
        : link;
  }

  private static <T extends Throwable> T find(List<Throwable> chain, Class<T> type) {
    return chain.stream().filter(type::isInstance).map(type::cast).findFirst().orElse(null);
  }
}
