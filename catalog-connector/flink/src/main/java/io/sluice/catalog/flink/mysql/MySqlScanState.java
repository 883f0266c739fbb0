/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The splits of a scan that no reader has yet. */
record MySqlScanState(List<MySqlSplit> pending) {
  MySqlScanState {
    pending = List.copyOf(pending);
  }

  /** The whole table as one split. */
  static MySqlScanState whole() {
    return new MySqlScanState(List.of(new MySqlSplit("all", 0)));
  }

  /** The form in a checkpoint. */
  static final class Serializer implements SimpleVersionedSerializer<MySqlScanState> {
    private final MySqlSplit.Serializer splits = new MySqlSplit.Serializer();

    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(MySqlScanState state) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        out.writeInt(state.pending.size());
        for (MySqlSplit split : state.pending) {
          byte[] serialized = splits.serialize(split);
          out.writeInt(serialized.length);
          out.write(serialized);
        }
      }
      return bytes.toByteArray();
    }

    @Override
    public MySqlScanState deserialize(int version, byte[] serialized) throws IOException {
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
        int count = in.readInt();
        List<MySqlSplit> pending = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          pending.add(splits.deserialize(splits.getVersion(), in.readNBytes(in.readInt())));
        }
        return new MySqlScanState(pending);
      }
    }
  }
}
