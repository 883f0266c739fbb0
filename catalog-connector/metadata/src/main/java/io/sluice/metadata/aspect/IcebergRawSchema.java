/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import io.sluice.metadata.ColumnMetadata;
import io.sluice.metadata.type.ColumnType;
import io.sluice.metadata.type.NativeTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text {@code table { 1: id: required long … }} that DataHub keeps of an Iceberg schema: the
 * only place with a dotted column's whole name ({@code weird.name} is {@code name} in its path).
 */
final class IcebergRawSchema {
  private static final Pattern TABLE =
      Pattern.compile("\\s*table \\{\n(.*)\n\\s*}\\s*", Pattern.DOTALL);
  private static final Pattern COLUMN =
      Pattern.compile("\\s*\\d+: (.+?): (required|optional) (.+)");
  private static final Pattern DOC = Pattern.compile(" \\((.*)\\)$");

  private IcebergRawSchema() {}

  /**
   * The columns of the text, with comments from the fields of the same names or places; empty if
   * the text is of another form, such as one whose comments have line breaks.
   */
  static Optional<List<ColumnMetadata>> columns(String text, List<ColumnMetadata> fields) {
    Matcher table = TABLE.matcher(text);
    if (!table.matches()) {
      return Optional.empty();
    }
    Map<String, ColumnMetadata> byName = new HashMap<>();
    fields.forEach(f -> byName.put(f.name(), f));
    String[] lines = table.group(1).split("\n");
    List<ColumnMetadata> columns = new ArrayList<>();
    for (int i = 0; i < lines.length; i++) {
      Matcher line = COLUMN.matcher(lines[i]);
      if (!line.matches()) {
        return Optional.empty();
      }
      String name = line.group(1);
      Optional<ColumnMetadata> field = Optional.ofNullable(byName.get(name));
      if (field.isEmpty() && lines.length == fields.size() && name.endsWith(fields.get(i).name())) {
        field = Optional.of(fields.get(i));
      }
      columns.add(column(name, line.group(2), line.group(3), field));
    }
    return Optional.of(columns);
  }

  private static ColumnMetadata column(
      String name, String required, String typeAndDoc, Optional<ColumnMetadata> field) {
    String nativeType = typeAndDoc.strip();
    ColumnType type = NativeTypes.parse("iceberg", nativeType);
    Matcher doc = DOC.matcher(nativeType);
    if (!type.isSupported() && doc.find()) {
      String bare = nativeType.substring(0, doc.start());
      ColumnType withoutDoc = NativeTypes.parse("iceberg", bare);
      if (withoutDoc.isSupported()) {
        nativeType = bare;
        type = withoutDoc;
      }
    }
    if (!type.isSupported() && field.isPresent()) {
      nativeType = field.get().nativeType();
      type = field.get().type();
    }
    return new ColumnMetadata(
        name,
        nativeType,
        type,
        required.equals("optional"),
        field.flatMap(ColumnMetadata::comment),
        field.map(ColumnMetadata::partOfKey).orElse(false));
  }
}
