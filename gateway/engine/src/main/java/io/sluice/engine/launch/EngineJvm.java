/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * What the JVM of an engine is started with. It is here, not with the engine, because a gateway
 * starts engines and knows nothing of them.
 */
public final class EngineJvm {
  /** What Flink, Hadoop, Iceberg and Hudi reach into on Java 17. */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.net",
          "java.base/java.io",
          "java.base/java.nio",
          "java.base/sun.nio.ch",
          "java.base/java.lang.reflect",
          "java.base/java.text",
          "java.base/java.time",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/java.util.concurrent.locks");

  private static final List<String> EXPORTED =
      List.of(
          "java.base/sun.net.util",
          "java.rmi/sun.rmi.registry",
          "java.security.jgss/sun.security.krb5");

  private EngineJvm() {}

  /**
   * Arguments of a Flink engine, without its heap.
   *
   * <p>An engine out of memory exits at once: Flink would go on with tasks missing, and its gateway
   * tells the sessions better. The recompilation limits are Flink's own advice for many short
   * queries, each of which makes classes.
   */
  public static List<String> flinkArguments() {
    List<String> arguments = new ArrayList<>();
    EXPORTED.forEach(name -> arguments.add("--add-exports=" + name + "=ALL-UNNAMED"));
    OPENED.forEach(name -> arguments.add("--add-opens=" + name + "=ALL-UNNAMED"));
    arguments.add("-XX:+ExitOnOutOfMemoryError");
    arguments.add("-XX:+UseG1GC");
    arguments.add("-XX:ReservedCodeCacheSize=256m");
    arguments.add("-XX:PerMethodRecompilationCutoff=10000");
    arguments.add("-XX:PerBytecodeRecompilationCutoff=10000");
    arguments.add("-Dfile.encoding=UTF-8");
    // Hudi's size estimator attaches to the own process and prints to standard output.
    arguments.add("-Djol.skipHotspotSAAttach=true");
    arguments.add("-Djol.skipDynamicAttach=true");
    return List.copyOf(arguments);
  }

  /**
   * All arguments of a Flink engine.
   *
   * @param memory of its heap, as the JVM writes it ({@code 1g})
   */
  public static List<String> flinkArguments(String memory) {
    List<String> arguments = new ArrayList<>(flinkArguments());
    arguments.add("-Xmx" + memory);
    return List.copyOf(arguments);
  }
}
