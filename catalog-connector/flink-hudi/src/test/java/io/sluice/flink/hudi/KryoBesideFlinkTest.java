/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.hudi.common.model.HoodieRecordLocation;
import org.apache.hudi.common.util.SerializationUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Flink's Kryo 2 and Hudi's Kryo 4 have one package name; both must work in one JVM (ADR 070). */
final class KryoBesideFlinkTest {
  @RegisterExtension static final FlinkCluster FLINK = new FlinkCluster();

  /** No POJO and no Flink type: Flink has to fall back to Kryo. */
  static final class Opaque {
    private final StringBuilder text;

    Opaque(String text) {
      this.text = new StringBuilder(text);
    }
  }

  /** Sends a value through Hudi's Kryo in the task. */
  static final class ThroughHudi implements MapFunction<Opaque, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String map(Opaque value) throws Exception {
      HoodieRecordLocation location = new HoodieRecordLocation("instant", value.text.toString());
      return SerializationUtils.<HoodieRecordLocation>deserialize(
              SerializationUtils.serialize(location))
          .getFileId();
    }
  }

  @Test
  void aJobUsesBoth() throws Exception {
    StreamExecutionEnvironment environment = new StreamExecutionEnvironment(FLINK.client());
    TypeInformation<Opaque> viaKryo = new GenericTypeInfo<>(Opaque.class);

    List<String> texts =
        environment
            .fromData(List.of("a", "b", "c"))
            .map(Opaque::new)
            .returns(viaKryo)
            .rebalance()
            .map(new ThroughHudi())
            .executeAndCollect(10);

    assertThat(texts).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void hudiHasItsOwn() throws ClassNotFoundException {
    String jar =
        Class.forName("io.sluice.hudi.shaded.com.esotericsoftware.kryo.Kryo")
            .getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .getPath();

    assertThat(jar)
        .isEqualTo(
            SerializationUtils.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }
}
