/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.flink.table.catalog.ObjectPath;

/**
 * Schemas for a short time: planning one statement asks several times. A table that is not there is
 * not remembered. No lock is held while the server is asked; two callers may both ask.
 */
final class MySqlTableCache {
  private static final int MAX_TABLES = 1000;

  private final long maxAgeNanos;
  private final Map<ObjectPath, Entry> entries = new ConcurrentHashMap<>();

  MySqlTableCache(Duration maxAge) {
    this.maxAgeNanos = maxAge.toNanos();
  }

  Optional<MySqlTable> get(ObjectPath path, Function<ObjectPath, Optional<MySqlTable>> load) {
    Entry entry = entries.get(path);
    if (entry != null && entry.isFresh(maxAgeNanos)) {
      return Optional.of(entry.table);
    }
    Optional<MySqlTable> loaded = load.apply(path);
    if (loaded.isEmpty()) {
      entries.remove(path);
    } else {
      makeRoom();
      entries.put(path, new Entry(loaded.get(), System.nanoTime()));
    }
    return loaded;
  }

  private void makeRoom() {
    if (entries.size() < MAX_TABLES) {
      return;
    }
    entries.values().removeIf(entry -> !entry.isFresh(maxAgeNanos));
    Iterator<ObjectPath> oldest = entries.keySet().iterator();
    if (entries.size() >= MAX_TABLES && oldest.hasNext()) {
      entries.remove(oldest.next());
    }
  }

  private record Entry(MySqlTable table, long loadedAt) {
    boolean isFresh(long maxAgeNanos) {
      return System.nanoTime() - loadedAt < maxAgeNanos;
    }
  }
}
