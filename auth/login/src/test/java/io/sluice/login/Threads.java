/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import java.util.List;

/** Threads that the login or its LDAP client made. */
final class Threads {
  private Threads() {}

  static List<String> ofLogin() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(
            name ->
                name.startsWith("login-")
                    || name.startsWith("Connection reader")
                    || name.startsWith("Connect thread"))
        .toList();
  }
}
