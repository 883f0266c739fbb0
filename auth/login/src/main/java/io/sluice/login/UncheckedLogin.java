/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Believes every name. */
final class UncheckedLogin implements LoginProvider {
  private static final Logger LOG = LoggerFactory.getLogger(UncheckedLogin.class);
  private static final String NOBODY = "anonymous";

  static UncheckedLogin open() {
    LOG.warn(
        "{} is NONE: anybody who reaches the gateway's port may log in under any name, without a"
            + " password. Set it to LDAP unless this is a trial on your own machine.",
        LoginOptions.METHOD);
    return new UncheckedLogin();
  }

  private UncheckedLogin() {}

  @Override
  public Identity login(Credentials credentials, Deadline deadline) {
    String name = credentials.user().strip();
    return new Identity(name.isEmpty() ? NOBODY : name, Set.of());
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
