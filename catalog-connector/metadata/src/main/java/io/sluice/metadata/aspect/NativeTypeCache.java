/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import io.sluice.metadata.type.ColumnType;
import io.sluice.metadata.type.NativeTypes;
import java.util.HashMap;
import java.util.Map;

/**
 * Types by their text, for one reading of many tables: a quarter of a million columns have a few
 * dozen types. Not for use by several threads.
 */
final class NativeTypeCache {
  private static final int LIMIT = 10_000;

  private final Map<String, ColumnType> known = new HashMap<>();

  ColumnType parse(String platform, String nativeType) {
    String key = platform + '\n' + nativeType;
    ColumnType type = known.get(key);
    if (type == null) {
      type = NativeTypes.parse(platform, nativeType);
      if (known.size() < LIMIT) {
        known.put(key, type);
      }
    }
    return type;
  }
}
