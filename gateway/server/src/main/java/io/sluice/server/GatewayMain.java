/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

/** Entry point of the gateway's command line: {@code start}, {@code stop} and {@code status}. */
public final class GatewayMain {
  private GatewayMain() {}

  /** Ends with exit code 0 if all went well, 1 for an error, 2 for a wrong command line. */
  public static void main(String[] arguments) {
    System.exit(GatewayCommand.run(arguments));
  }
}
