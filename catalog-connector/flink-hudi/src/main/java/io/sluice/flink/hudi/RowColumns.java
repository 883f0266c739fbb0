/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.util.List;
import org.apache.avro.Schema;

/** Picks the columns to take from the files. */
final class RowColumns {
  private RowColumns() {}

  /**
   * The scan's columns; for a scan of none ({@code COUNT(*)}) one cheap column, because a file
   * cannot be read without any.
   */
  static List<String> toRead(HudiScan scan) {
    if (!scan.columns().isEmpty()) {
      return scan.columns();
    }

    List<Schema.Field> fields = scan.table().avroSchema().getFields();
    return List.of(
        fields.stream().filter(RowColumns::isNumber).findFirst().orElse(fields.get(0)).name());
  }

  private static boolean isNumber(Schema.Field field) {
    Schema schema = field.schema();
    if (schema.isUnion() && schema.getTypes().size() == 2 && schema.isNullable()) {
      schema = AvroTypes.nonNull(schema);
    }

    return switch (schema.getType()) {
      case BOOLEAN, INT, LONG, FLOAT, DOUBLE -> true;
      default -> false;
    };
  }
}
