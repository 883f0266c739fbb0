/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.hudi.common.model.HoodieWriteStat;

/**
 * Files that are written and not visible yet.
 *
 * @param instant the instant that makes them visible
 * @param began the table when the write began
 * @param stats what Hudi wants to know of each file
 */
record HudiCommittable(String instant, HudiWriteClient.View began, List<HoodieWriteStat> stats) {
  HudiCommittable {
    requireNonNull(instant, "instant is null");
    requireNonNull(began, "began is null");
    stats = List.copyOf(stats);
  }

  /** Statistics travel in Java's own serialization, since Hudi declares them so. */
  static final class Serializer implements SimpleVersionedSerializer<HudiCommittable> {
    private static final int VERSION = 1;

    @Override
    public int getVersion() {
      return VERSION;
    }

    @Override
    public byte[] serialize(HudiCommittable committable) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeUTF(committable.instant());
      try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
        objects.writeObject(committable.began());
        objects.writeObject(new ArrayList<>(committable.stats()));
      }

      return bytes.toByteArray();
    }

    @Override
    public HudiCommittable deserialize(int version, byte[] serialized) throws IOException {
      if (version != VERSION) {
        throw new IOException("Hudi committables of version " + version + " cannot be read");
      }

      DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
      String instant = in.readUTF();
      try (ObjectInputStream objects = new ObjectInputStream(in)) {
        HudiWriteClient.View began = (HudiWriteClient.View) objects.readObject();
        List<HoodieWriteStat> stats = new ArrayList<>();
        for (Object stat : (List<?>) objects.readObject()) {
          stats.add((HoodieWriteStat) stat);
        }

        return new HudiCommittable(instant, began, stats);
      } catch (ClassNotFoundException e) {
        throw new IOException("A Hudi committable cannot be read", e);
      }
    }
  }
}
