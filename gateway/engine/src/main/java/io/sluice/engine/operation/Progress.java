/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.operation;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * How far a job has got.
 *
 * @param parts what the job consists of, in the order of the data's way; empty if unknown
 */
public record Progress(List<Part> parts) {
  public static final Progress NONE = new Progress(List.of());

  /**
   * A part of a job, done by tasks.
   *
   * @param name what it does
   * @param state in the engine's word
   * @param total tasks; those neither done, running nor failed wait
   */
  public record Part(String name, String state, int total, int done, int running, int failed) {
    public Part {
      requireNonNull(name, "name is null");
      requireNonNull(state, "state is null");
    }

    public int waiting() {
      return Math.max(0, total - done - running - failed);
    }
  }

  public Progress {
    parts = List.copyOf(parts);
  }

  /** One line for people: {@code 3/8 tasks finished}; empty if nothing is known. */
  public String summary() {
    return parts.isEmpty() ? "" : done() + "/" + total() + " tasks finished";
  }

  /** Between 0 and 1, by tasks. */
  public double fraction() {
    return total() == 0 ? 0 : (double) done() / total();
  }

  /** Tasks that have finished. */
  public int done() {
    return parts.stream().mapToInt(Part::done).sum();
  }

  /** All tasks. */
  public int total() {
    return parts.stream().mapToInt(Part::total).sum();
  }
}
