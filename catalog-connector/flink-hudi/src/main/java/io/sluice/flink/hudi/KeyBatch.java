/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.util.Arrays;

/**
 * Some millions of keys, as hashes of 64 bits and their range: eight bytes for each, where the
 * strings would take a hundred. Of the keys that it {@link #mayHold}, next to none is a stranger.
 */
final class KeyBatch {
  /** 32 MiB. */
  static final int KEYS = 4 << 20;

  private final int limit;
  private long[] hashes = new long[1024];
  private int size;
  private boolean sorted;
  private KeyLookup.Range range;

  /**
   * @param limit how many keys make it full
   */
  KeyBatch(int limit) {
    this.limit = limit;
  }

  void add(String key) {
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * size);
    }

    hashes[size++] = hash(key);
    sorted = false;
    range = range == null ? new KeyLookup.Range(key, key) : range.and(key);
  }

  boolean isEmpty() {
    return size == 0;
  }

  boolean isFull() {
    return size >= limit;
  }

  void clear() {
    size = 0;
    range = null;
  }

  /** The least and the greatest key; null if there is none. */
  KeyLookup.Range range() {
    return range;
  }

  boolean mayHold(String key) {
    if (!sorted) {
      Arrays.sort(hashes, 0, size);
      sorted = true;
    }

    return Arrays.binarySearch(hashes, 0, size, hash(key)) >= 0;
  }

  /** FNV-1a over chars, and SplitMix64's last step, which spreads keys that differ in few bits. */
  private static long hash(String key) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < key.length(); i++) {
      hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
    }

    hash = (hash ^ hash >>> 30) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ hash >>> 27) * 0x94d049bb133111ebL;
    return hash ^ hash >>> 31;
  }
}
