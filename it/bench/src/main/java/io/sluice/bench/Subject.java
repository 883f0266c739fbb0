/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import java.util.function.LongFunction;

/**
 * Who is measured, by which client, on which benches, in which words.
 *
 * @param point the statement that finds the row of a key
 */
record Subject(
    String name, Set<Bench> benches, Opening opening, LongFunction<String> point, String fetch) {
  /** Opens a connection that is ready for the statements. */
  interface Opening {
    Client open() throws Exception;
  }

  Subject {
    requireNonNull(name, "name is null");
    benches = Set.copyOf(benches);
    requireNonNull(opening, "opening is null");
  }
}
