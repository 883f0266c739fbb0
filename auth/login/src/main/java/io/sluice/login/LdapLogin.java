/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import io.sluice.config.Settings;

/** Checks logins against an LDAP directory. */
final class LdapLogin implements LoginProvider {
  private LdapLogin() {}

  static LdapLogin open(Settings settings) {
    settings.get(LdapOptions.URL);
    return new LdapLogin();
  }

  @Override
  public Identity login(Credentials credentials, Deadline deadline) throws LoginException {
    throw new LoginException(LoginFailure.SERVER_UNREACHABLE, "no directory yet");
  }

  @Override
  public void close() {}
}
