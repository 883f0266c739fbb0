/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SHOW CREATE TABLE with the types as people write them. Flink prints STRING and BYTES as the
 * longest VARCHAR and VARBINARY, nested ones too.
 */
final class ShownTypes {
  /** Texts and quoted names are passed over: a comment may speak of a type. */
  private static final Pattern LONGEST =
      Pattern.compile("'(?:[^']|'')*+'|`(?:[^`]|``)*+`|\\b(VARCHAR|VARBINARY)\\(2147483647\\)");

  private ShownTypes() {}

  static String plain(String statement) {
    return LONGEST
        .matcher(statement)
        .replaceAll(
            found ->
                found.group(1) == null
                    ? Matcher.quoteReplacement(found.group())
                    : found.group(1).equals("VARCHAR") ? "STRING" : "BYTES");
  }
}
