/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

/**
 * What a client typed. Any text may come, also an empty or a hostile one; {@code null} stands for a
 * part that the client left out.
 */
public record Credentials(String user, String password) {
  public Credentials {
    user = user == null ? "" : user;
    password = password == null ? "" : password;
  }

  @Override
  public String toString() {
    return "Credentials[user=" + Printable.of(user) + ", password=(hidden)]";
  }
}
