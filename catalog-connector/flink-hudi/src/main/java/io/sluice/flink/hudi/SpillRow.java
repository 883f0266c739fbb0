/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Comparator;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.Encoder;
import org.apache.hudi.common.model.HoodieRecordLocation;

/**
 * What a file of rows holds: a row of the statement, the place of a key, or both, which is an
 * update.
 *
 * @param row null for a place
 * @param delete whether the row takes its key out
 * @param absolute whether it wins over what came before whatever the ordering values are
 * @param fileId the file group of a place, else empty
 * @param baseInstant the instant of the place's file slice, else empty
 */
record SpillRow(
    String partition,
    String key,
    GenericRecord row,
    boolean delete,
    boolean absolute,
    String fileId,
    String baseInstant) {
  static final Comparator<SpillRow> BY_PARTITION = Comparator.comparing(SpillRow::partition);
  static final Comparator<SpillRow> BY_KEY = BY_PARTITION.thenComparing(SpillRow::key);
  static final Comparator<SpillRow> BY_FILE = BY_PARTITION.thenComparing(SpillRow::fileId);

  SpillRow {
    requireNonNull(partition, "partition is null");
    requireNonNull(key, "key is null");
    requireNonNull(fileId, "fileId is null");
    requireNonNull(baseInstant, "baseInstant is null");
  }

  static SpillRow of(RowBuffer.Entry entry) {
    return new SpillRow(
        entry.record().getPartitionPath(),
        entry.record().getRecordKey(),
        entry.row(),
        entry.delete(),
        entry.absolute(),
        "",
        "");
  }

  static SpillRow place(String partition, String key, HoodieRecordLocation place) {
    return new SpillRow(
        partition, key, null, false, false, place.getFileId(), place.getInstantTime());
  }

  SpillRow at(SpillRow place) {
    return new SpillRow(partition, key, row, delete, absolute, place.fileId(), place.baseInstant());
  }

  boolean sameKey(SpillRow other) {
    return key.equals(other.key) && partition.equals(other.partition);
  }

  /** Writes and reads them; strings come back as {@link String}, as a converted row has them. */
  static final class Codec {
    private static final int ROW = 1;
    private static final int DELETE = 2;
    private static final int ABSOLUTE = 4;
    private final GenericDatumWriter<GenericRecord> writer;
    private final GenericDatumReader<GenericRecord> reader;

    Codec(Schema schema) {
      GenericData data = new GenericData();
      data.setFastReaderEnabled(false);
      this.writer = new GenericDatumWriter<>(schema, data);
      this.reader =
          new GenericDatumReader<>(schema, schema, data) {
            @Override
            protected Object readString(Object old, Decoder in) throws IOException {
              return in.readString();
            }
          };
    }

    void write(SpillRow row, Encoder out) throws IOException {
      out.writeInt(
          (row.row() == null ? 0 : ROW)
              | (row.delete() ? DELETE : 0)
              | (row.absolute() ? ABSOLUTE : 0));
      out.writeString(row.partition());
      out.writeString(row.key());
      out.writeString(row.fileId());
      out.writeString(row.baseInstant());
      if (row.row() != null) {
        writer.write(row.row(), out);
      }
    }

    SpillRow read(Decoder in) throws IOException {
      int flags = in.readInt();
      String partition = in.readString();
      String key = in.readString();
      String fileId = in.readString();
      String baseInstant = in.readString();
      return new SpillRow(
          partition,
          key,
          (flags & ROW) == 0 ? null : reader.read(null, in),
          (flags & DELETE) != 0,
          (flags & ABSOLUTE) != 0,
          fileId,
          baseInstant);
    }
  }
}
