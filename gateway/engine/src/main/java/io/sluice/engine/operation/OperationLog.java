/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.operation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What an operation tells its client while it runs. Bounded by lines and by characters: the oldest
 * lines go first, and a reader who missed some is told how many.
 */
public final class OperationLog {
  private final int maxLines;
  private final int maxCharacters;
  private final Deque<String> lines = new ArrayDeque<>();
  private long firstLine;
  private long nextToRead;
  private int characters;

  public OperationLog(int maxLines, int maxCharacters) {
    this.maxLines = maxLines;
    this.maxCharacters = maxCharacters;
  }

  /** Adds a text, line by line. */
  public synchronized void append(String text) {
    text.lines().forEach(this::appendLine);
  }

  /** The lines after those read so far, at most {@code max}. */
  public synchronized List<String> next(int max) {
    List<String> read = new ArrayList<>();
    if (nextToRead < firstLine) {
      read.add("(" + (firstLine - nextToRead) + " earlier lines were dropped)");
      nextToRead = firstLine;
    }
    int skip = (int) (nextToRead - firstLine);
    lines.stream()
        .skip(skip)
        .limit(Math.max(0L, (long) max - read.size()))
        .forEach(
            line -> {
              read.add(line);
              nextToRead++;
            });
    return read;
  }

  /** Starts reading at the oldest line again. */
  public synchronized void rewind() {
    nextToRead = firstLine;
  }

  private void appendLine(String line) {
    String kept = line.length() > maxCharacters ? line.substring(0, maxCharacters) : line;
    lines.add(kept);
    characters += kept.length();
    while (lines.size() > maxLines || characters > maxCharacters) {
      characters -= lines.remove().length();
      firstLine++;
    }
  }
}
