/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Fills both lakes. A process of its own, because Iceberg's, Hudi's and Hadoop's libraries are those
 * of the engine ({@code lib/flink}) and have no place beside the demo's own.
 */
public final class LakesMain {
  private LakesMain() {}

  /** Arguments: the Iceberg warehouse, the Hudi base path. */
  public static void main(String[] arguments) throws IOException {
    Company company = Company.generate();
    IcebergLake.fill(Path.of(arguments[0]), company);
    HudiLake.fill(Path.of(arguments[1]), company);
  }
}
