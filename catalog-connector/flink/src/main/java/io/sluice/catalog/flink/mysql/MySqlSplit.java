/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.mysql;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A part of a scan.
 *
 * @param delivered rows already handed on when a checkpoint was taken; they are read again and
 *     dropped, for a query's order is stable only as far as the server keeps it
 */
record MySqlSplit(String splitId, long delivered) implements SourceSplit {
  MySqlSplit {
    requireNonNull(splitId, "splitId is null");
  }

  /** The form in a checkpoint. */
  static final class Serializer implements SimpleVersionedSerializer<MySqlSplit> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(MySqlSplit split) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        out.writeUTF(split.splitId);
        out.writeLong(split.delivered);
      }
      return bytes.toByteArray();
    }

    @Override
    public MySqlSplit deserialize(int version, byte[] serialized) throws IOException {
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
        return new MySqlSplit(in.readUTF(), in.readLong());
      }
    }
  }
}
