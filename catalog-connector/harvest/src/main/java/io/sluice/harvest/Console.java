/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import java.io.PrintWriter;
import java.util.List;

/** What the person at the terminal reads: results on out, progress and errors on err. */
final class Console {
  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean details;

  /**
   * @param details true to show every dataset
   */
  Console(PrintWriter out, PrintWriter err, boolean details) {
    this.out = out;
    this.err = err;
    this.details = details;
  }

  void progress(String line) {
    err.println(line);
    err.flush();
  }

  void error(String line) {
    err.println("error: " + line);
    err.flush();
  }

  void summary(String line) {
    out.println(line);
    out.flush();
  }

  void detail(String line) {
    if (details) {
      out.println("  " + line);
    }
  }

  /** Names skipped datasets always, and all of them with their columns if details are wanted. */
  void listed(List<ListedDataset> datasets) {
    for (ListedDataset dataset : datasets) {
      if (dataset.skipped().isPresent()) {
        out.println("  skipped " + dataset.name() + ": " + dataset.skipped().get());
        continue;
      }
      detail(dataset.name() + " (" + dataset.columns().size() + " columns)");
      dataset.columns().stream()
          .filter(c -> !c.type().isSupported())
          .forEach(
              c ->
                  out.println(
                      "  column "
                          + dataset.name()
                          + '.'
                          + c.name()
                          + " is hidden: "
                          + Reasons.of(c.type())));
    }
  }
}
