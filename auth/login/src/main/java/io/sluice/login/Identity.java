/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static java.util.Objects.requireNonNull;

import java.util.Set;

/**
 * Who logged in.
 *
 * @param user the one canonical short name, spelled as the directory has it, whatever was typed
 * @param groups short names of the groups, spelled as the directory has them
 */
public record Identity(String user, Set<String> groups) {
  public Identity {
    if (requireNonNull(user, "user is null").isBlank()) {
      throw new IllegalArgumentException("user is blank");
    }
    groups = Set.copyOf(requireNonNull(groups, "groups is null"));
  }
}
