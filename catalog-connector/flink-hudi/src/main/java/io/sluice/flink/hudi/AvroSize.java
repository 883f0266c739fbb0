/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;

/** How much heap an Avro value takes, estimated for a 64-bit JVM with compressed references. */
final class AvroSize {
  private static final long HEADER = 16;
  private static final long REFERENCE = 4;
  private static final long NODE = 48;

  private AvroSize() {}

  static long of(Object value) {
    if (value == null) {
      return 0;
    }

    if (value instanceof CharSequence text) {
      return 2 * HEADER + 8 + 2L * text.length();
    }

    if (value instanceof ByteBuffer buffer) {
      return NODE + HEADER + buffer.capacity();
    }

    if (value instanceof GenericFixed fixed) {
      return 2 * HEADER + fixed.bytes().length;
    }

    if (value instanceof IndexedRecord record) {
      long size = NODE;
      for (int i = 0; i < record.getSchema().getFields().size(); i++) {
        size += REFERENCE + of(record.get(i));
      }

      return size;
    }

    if (value instanceof Collection<?> items) {
      return HEADER + items.stream().mapToLong(item -> REFERENCE + of(item)).sum();
    }

    if (value instanceof Map<?, ?> entries) {
      return NODE
          + entries.entrySet().stream()
              .mapToLong(entry -> NODE + of(entry.getKey()) + of(entry.getValue()))
              .sum();
    }

    return HEADER;
  }
}
