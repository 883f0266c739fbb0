/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** {@code bin/sluice demo}. Exits 0 if every answer was right, 1 if one was not, 2 on bad usage. */
public final class DemoMain {
  private static final String HELP =
      """
      Usage: sluice demo [--exit] [--data DIR]

      Shows the whole product on a small company of its own: starts a MariaDB and a company directory,
      fills MySQL, an Iceberg lake and a Hudi lake with TPC-H data, harvests, starts the gateway, and
      runs joins and imports across the three through beeline. Every answer is checked against the
      generator of the data. Nothing outside its folder is touched; ports are free ones.

        --exit       stop everything at the end; exit 0 only if all was right
        --data DIR   keep data, settings and logs in DIR, which must be new, empty, or of an earlier demo
                     (default: a temporary folder, removed at the end if all was right)

      Without --exit the gateway stays up for you to go on with; Ctrl-C stops everything.
      """;

  private DemoMain() {}

  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Path home = null;
    Path data = null;
    boolean exit = false;
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--help", "-h" -> {
          out.print(HELP);
          return;
        }
        case "--exit" -> exit = true;
        case "--home" -> home = folder(arguments, ++i);
        case "--data" -> data = folder(arguments, ++i);
        default -> refuse("demo does not know '" + arguments[i] + "'; see sluice demo --help.");
      }
    }
    if (home == null) {
      refuse("start the demo with bin/sluice demo.");
    }
    System.exit(run(home, data, exit, out) ? 0 : 1);
  }

  private static boolean run(Path home, Path data, boolean exit, PrintStream out)
      throws IOException {
    Workplace workplace;
    try {
      workplace =
          data != null
              ? Workplace.in(data)
              : Workplace.in(Files.createTempDirectory("sluice-demo"));
    } catch (DemoFailure e) {
      out.println("sluice: " + e.getMessage());
      return false;
    }
    Demo demo = new Demo(home, workplace, out);
    Thread stop = new Thread(demo::close, "demo-stop");
    Runtime.getRuntime().addShutdownHook(stop);
    boolean right = demo.run();
    if (!exit && demo.isUp()) {
      demo.invite();
      awaitForever();
    }
    right &= demo.close();
    if (right && data == null) {
      workplace.delete();
    } else {
      out.println("Data, settings and logs are in " + workplace.root());
    }
    return right;
  }

  private static void awaitForever() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Path folder(String[] arguments, int i) {
    if (i >= arguments.length) {
      refuse(arguments[i - 1] + " needs a folder.");
    }
    return Path.of(arguments[i]).toAbsolutePath().normalize();
  }

  private static void refuse(String reason) {
    System.err.println("sluice: " + reason);
    System.exit(2);
  }
}
