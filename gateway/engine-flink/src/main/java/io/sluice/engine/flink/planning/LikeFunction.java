/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.planning;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.utils.DataTypeUtils;

/**
 * {@code text LIKE pattern [ESCAPE escape]}: {@code %} stands for any characters, {@code _} for any
 * one (a code point, line breaks too). Behind the escape character stands one of {@code %}, {@code
 * _} and itself (ISO 9075-2, 8.5). Public for generated code.
 */
public final class LikeFunction extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  private final List<LogicalType> arguments;
  private final LogicalType result;
  private transient String compiledOf;
  private transient Pattern compiled;

  LikeFunction(List<LogicalType> arguments, LogicalType result) {
    this.arguments = List.copyOf(arguments);
    this.result = requireNonNull(result, "result is null");
  }

  /** Called by generated code. */
  public Boolean eval(StringData text, StringData pattern) {
    return text == null || pattern == null ? null : isLike(text, pattern.toString(), -1);
  }

  /** Called by generated code. */
  public Boolean eval(StringData text, StringData pattern, StringData escape) {
    return text == null || pattern == null || escape == null
        ? null
        : isLike(text, pattern.toString(), escape.toString().charAt(0));
  }

  private boolean isLike(StringData text, String pattern, int escape) {
    // The escape character is a constant of the call.
    if (!pattern.equals(compiledOf)) {
      compiled = Pattern.compile(expression(pattern, escape), Pattern.DOTALL);
      compiledOf = pattern;
    }
    return compiled.matcher(text.toString()).matches();
  }

  private static String expression(String pattern, int escape) {
    StringBuilder expression = new StringBuilder();
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == escape) {
        i++;
        plain.append(escaped(pattern, i, (char) escape));
      } else if (c == '%' || c == '_') {
        quote(plain, expression);
        expression.append(c == '%' ? ".*" : ".");
      } else {
        plain.append(c);
      }
    }
    quote(plain, expression);
    return expression.toString();
  }

  private static char escaped(String pattern, int at, char escape) {
    char c = at < pattern.length() ? pattern.charAt(at) : 0;
    if (c != '%' && c != '_' && c != escape) {
      throw new SluiceException(
          ErrorCode.INVALID_VALUE,
          "The pattern '"
              + pattern
              + "' of LIKE has an escape character "
              + escape
              + " that escapes nothing: behind it must stand %, _ or "
              + escape
              + " itself.");
    }
    return c;
  }

  private static void quote(StringBuilder plain, StringBuilder expression) {
    if (!plain.isEmpty()) {
      expression.append(Pattern.quote(plain.toString()));
      plain.setLength(0);
    }
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return TypeInference.newBuilder()
        .typedArguments(arguments.stream().map(DataTypeUtils::toInternalDataType).toList())
        .outputTypeStrategy(call -> Optional.of(DataTypeUtils.toInternalDataType(result)))
        .build();
  }
}
