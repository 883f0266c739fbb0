/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import static java.util.Objects.requireNonNull;

import java.util.Set;

/**
 * Who has logged in.
 *
 * @param user the canonical name, never empty
 * @param groups the groups the login source gave; empty if it gave none
 */
public record Identity(String user, Set<String> groups) {
  public Identity {
    requireNonNull(user, "user is null");
    if (user.isEmpty()) {
      throw new IllegalArgumentException("user is empty");
    }
    groups = Set.copyOf(requireNonNull(groups, "groups is null"));
  }

  public static Identity of(String user) {
    return new Identity(user, Set.of());
  }
}
