/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.runtime.generated.GeneratedFunction;
import org.apache.iceberg.flink.FlinkConfigOptions;
import org.junit.jupiter.api.Test;

/** The known keys are all that there are: none that works is refused as unknown. */
class FlinkKeysTest {
  private static final Pattern KEY =
      Pattern.compile("table(\\.[a-z0-9][a-z0-9-]*){2,}|table\\.dml-sync");

  @Test
  void everyKeyInFlinksAndIcebergsClassesIsKnown() throws Exception {
    Set<String> keys = new TreeSet<>();
    for (Class<?> inJar :
        new Class<?>[] {
          ExecutionConfigOptions.class,
          PlannerBase.class,
          GeneratedFunction.class,
          RowData.class,
          FlinkConfigOptions.class
        }) {
      keys.addAll(texts(inJar));
    }
    // A process's, which no session may set in any spelling.
    keys.removeIf(key -> key.startsWith("table.catalog-store."));
    assertThat(keys)
        .contains(
            "table.exec.mini-batch.size",
            "table.optimizer.cnf-nodes-limit",
            "table.exec.dynamic-filtering.threshold",
            "table.exec.iceberg.use-v2-sink")
        .allSatisfy(
            key ->
                assertThatCode(() -> FlinkKeys.requireKnown(key, any -> true))
                    .doesNotThrowAnyException());
  }

  @Test
  void aDistanceCountsLettersPutInTakenOutAndExchanged() {
    assertThat(KeyDistance.between("", "abc")).isEqualTo(3);
    assertThat(KeyDistance.between("abc", "")).isEqualTo(3);
    assertThat(KeyDistance.between("kitten", "sitting")).isEqualTo(3);
    assertThat(KeyDistance.between("sitting", "kitten")).isEqualTo(3);
    assertThat(KeyDistance.between("same", "same")).isZero();
  }

  /** The texts in a jar's classes that look like keys of options. */
  private static Set<String> texts(Class<?> inJar) throws Exception {
    Path jar = Path.of(inJar.getProtectionDomain().getCodeSource().getLocation().toURI());
    String folder =
        inJar.getName().startsWith("org.apache.iceberg")
            ? "org/apache/iceberg/flink/"
            : "org/apache/flink/table/";
    Set<String> found = new TreeSet<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) file.stream()::iterator) {
        if (entry.getName().startsWith(folder) && entry.getName().endsWith(".class")) {
          try (InputStream in = file.getInputStream(entry)) {
            constants(new DataInputStream(in), found);
          }
        }
      }
    }
    return found;
  }

  /** Reads a class file's constants (JVMS 4.4). */
  private static void constants(DataInputStream in, Set<String> found) throws IOException {
    in.skipNBytes(8);
    int count = in.readUnsignedShort();
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> {
          String text = in.readUTF();
          if (KEY.matcher(text).matches()) {
            found.add(text);
          }
        }
        case 5, 6 -> {
          in.skipNBytes(8);
          i++;
        }
        case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        default -> in.skipNBytes(4);
      }
    }
  }
}
