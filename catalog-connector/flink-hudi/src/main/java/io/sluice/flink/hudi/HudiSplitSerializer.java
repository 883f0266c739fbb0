/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Splits as bytes, one at a time for readers and as a list for the enumerator's checkpoint. */
final class HudiSplitSerializer implements SimpleVersionedSerializer<HudiSplit> {
  private static final int VERSION = 1;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(HudiSplit split) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(split, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  @Override
  public HudiSplit deserialize(int version, byte[] serialized) throws IOException {
    requireVersion(version);
    return read(new DataInputStream(new ByteArrayInputStream(serialized)));
  }

  /** The splits nobody has taken yet; null before they are planned. */
  static final class Pending implements SimpleVersionedSerializer<HudiPendingSplits> {
    @Override
    public int getVersion() {
      return VERSION;
    }

    @Override
    public byte[] serialize(HudiPendingSplits pending) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeBoolean(pending.planned());
      out.writeInt(pending.splits().size());
      for (HudiSplit split : pending.splits()) {
        write(split, out);
      }

      return bytes.toByteArray();
    }

    @Override
    public HudiPendingSplits deserialize(int version, byte[] serialized) throws IOException {
      requireVersion(version);
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
      boolean planned = in.readBoolean();
      int count = in.readInt();
      List<HudiSplit> splits = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        splits.add(read(in));
      }

      return new HudiPendingSplits(planned, splits);
    }
  }

  private static void write(HudiSplit split, DataOutputStream out) throws IOException {
    out.writeUTF(split.splitId());
    out.writeUTF(split.fileId());
    out.writeUTF(split.baseInstant());
    out.writeUTF(split.partition());
    out.writeBoolean(split.baseFile() != null);
    if (split.baseFile() != null) {
      out.writeUTF(split.baseFile());
    }

    out.writeInt(split.logFiles().size());
    for (String log : split.logFiles()) {
      out.writeUTF(log);
    }

    out.writeUTF(split.instant());
    out.writeLong(split.rowsToSkip());
  }

  private static HudiSplit read(DataInputStream in) throws IOException {
    String id = in.readUTF();
    String fileId = in.readUTF();
    String baseInstant = in.readUTF();
    String partition = in.readUTF();
    String baseFile = in.readBoolean() ? in.readUTF() : null;
    int count = in.readInt();
    List<String> logs = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      logs.add(in.readUTF());
    }

    return new HudiSplit(
        id, fileId, baseInstant, partition, baseFile, logs, in.readUTF(), in.readLong());
  }

  private static void requireVersion(int version) throws IOException {
    if (version != VERSION) {
      throw new IOException("Hudi splits of version " + version + " cannot be read");
    }
  }
}
