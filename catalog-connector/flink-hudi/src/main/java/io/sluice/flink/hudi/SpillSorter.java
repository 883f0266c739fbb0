/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.hudi.common.util.collection.ClosableIterator;

/**
 * Sorts more rows than memory holds: sorted runs on disk, merged when they are read. The sort is
 * stable, so of two equal rows the one added first comes first.
 *
 * <p>As soon as {@link #FAN_IN} neighbouring runs have been merged equally often, they become one.
 * So each row is rewritten about log64 times, and a merge never has more than some hundred files
 * open.
 */
final class SpillSorter {
  private static final int FAN_IN = 64;
  private static final int IO_BUFFER = 16 << 10;
  private static final long ROW = 200;
  private static final EncoderFactory ENCODERS =
      new EncoderFactory().configureBufferSize(IO_BUFFER);
  private static final DecoderFactory DECODERS =
      new DecoderFactory().configureDecoderBufferSize(IO_BUFFER);

  private final SpillFolder folder;
  private final SpillRow.Codec codec;
  private final Comparator<SpillRow> order;
  private final long memory;
  private final List<Run> runs = new ArrayList<>();
  private final List<SpillRow> buffer = new ArrayList<>();
  private long size;

  private record Run(Path file, int merges) {}

  /**
   * @param memory what rows given to {@link #add} may take before they become a run
   */
  SpillSorter(SpillFolder folder, SpillRow.Codec codec, Comparator<SpillRow> order, long memory) {
    this.folder = requireNonNull(folder, "folder is null");
    this.codec = requireNonNull(codec, "codec is null");
    this.order = requireNonNull(order, "order is null");
    this.memory = memory;
  }

  void add(SpillRow row) {
    buffer.add(row);
    size +=
        ROW
            + 2L * (row.key().length() + row.fileId().length() + row.partition().length())
            + AvroSize.of(row.row());
    if (size > memory) {
      flush();
    }
  }

  private void flush() {
    if (!buffer.isEmpty()) {
      buffer.sort(order);
      addRun(buffer.iterator());
      buffer.clear();
      size = 0;
    }
  }

  /** Adds rows that are sorted already. */
  void addRun(Iterator<SpillRow> sorted) {
    runs.add(new Run(write(sorted), 0));
    while (mergeable()) {
      List<Run> last = runs.subList(runs.size() - FAN_IN, runs.size());
      Path merged;
      try (Merge merge = new Merge(last)) {
        merged = write(merge);
      }

      int merges = last.get(0).merges() + 1;
      last.forEach(run -> folder.delete(run.file()));
      last.clear();
      runs.add(new Run(merged, merges));
    }
  }

  private boolean mergeable() {
    int from = runs.size() - FAN_IN;
    return from >= 0 && runs.get(from).merges() == runs.get(runs.size() - 1).merges();
  }

  private Path write(Iterator<SpillRow> rows) {
    Path file = folder.newFile();
    try (OutputStream out = folder.write(file)) {
      BinaryEncoder encoder = ENCODERS.binaryEncoder(out, null);
      while (rows.hasNext()) {
        codec.write(rows.next(), encoder);
      }

      encoder.flush();
      return file;
    } catch (IOException e) {
      throw folder.failure(e);
    }
  }

  boolean isEmpty() {
    return buffer.isEmpty() && runs.isEmpty();
  }

  /** All rows in order. Nothing may be added while they are read. */
  ClosableIterator<SpillRow> sorted() {
    flush();
    return new Merge(runs);
  }

  /** Deletes the files. */
  void clear() {
    buffer.clear();
    size = 0;
    runs.forEach(run -> folder.delete(run.file()));
    runs.clear();
  }

  /** The next row of one run. */
  private final class Cursor {
    private final InputStream in;
    private final BinaryDecoder decoder;
    private final int number;
    private SpillRow row;

    Cursor(Run run, int number) throws IOException {
      this.in = Files.newInputStream(run.file());
      this.decoder = DECODERS.binaryDecoder(in, null);
      this.number = number;
    }

    boolean advance() throws IOException {
      row = decoder.isEnd() ? null : codec.read(decoder);
      return row != null;
    }
  }

  private final class Merge implements ClosableIterator<SpillRow> {
    private final List<Cursor> open = new ArrayList<>();
    private final PriorityQueue<Cursor> queue =
        new PriorityQueue<>(
            Comparator.<Cursor, SpillRow>comparing(cursor -> cursor.row, order)
                .thenComparingInt(cursor -> cursor.number));

    Merge(List<Run> merged) {
      try {
        for (Run run : merged) {
          Cursor cursor = new Cursor(run, open.size());
          open.add(cursor);
          if (cursor.advance()) {
            queue.add(cursor);
          }
        }
      } catch (IOException e) {
        close();
        throw folder.failure(e);
      }
    }

    @Override
    public boolean hasNext() {
      return !queue.isEmpty();
    }

    @Override
    public SpillRow next() {
      Cursor least = queue.poll();
      if (least == null) {
        throw new NoSuchElementException();
      }

      SpillRow row = least.row;
      try {
        if (least.advance()) {
          queue.add(least);
        }
      } catch (IOException e) {
        throw folder.failure(e);
      }

      return row;
    }

    @Override
    public void close() {
      IOException failure = null;
      for (Cursor cursor : open) {
        try {
          cursor.in.close();
        } catch (IOException e) {
          failure = e;
        }
      }

      open.clear();
      if (failure != null) {
        throw folder.failure(failure);
      }
    }
  }
}
