/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Fills both lakes. A process of its own, because Iceberg's, Hudi's and Hadoop's libraries are
 * those of the engine ({@code lib/flink}) and have no place beside the demo's own.
 */
public final class LakesMain {
  /** Hudi measures objects with JOL, which must not try to attach to this JVM. */
  static final List<String> JVM_ARGUMENTS =
      List.of(
          "-Djol.skipHotspotSAAttach=true",
          "-Djol.skipDynamicAttach=true",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED");

  private LakesMain() {}

  /** Arguments: the Iceberg warehouse, the Hudi base path. */
  public static void main(String[] arguments) throws IOException {
    Company company = Company.generate();
    IcebergLake.fill(Path.of(arguments[0]), company);
    HudiLake.fill(Path.of(arguments[1]), company);
  }
}
