/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.PasswordProvider;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.nio.charset.StandardCharsets;

/**
 * The gateway's own account. The password is read from the settings at each bind, so a secret file
 * may change while the gateway runs.
 *
 * @param name a DN, or what else the directory takes for a bind (Active Directory: a user name with
 *     its domain)
 */
record BindAccount(String name, Settings settings) {
  PasswordProvider password() {
    return new FromSettings(settings);
  }

  /** Fails if there is no password now: an empty one would be an anonymous bind. */
  void check() {
    passwordBytes(settings);
  }

  @Override
  public String toString() {
    return name;
  }

  private static byte[] passwordBytes(Settings settings) {
    String password = settings.get(LdapOptions.BIND_PASSWORD);
    if (password.isEmpty() || password.indexOf('\0') >= 0) {
      throw new SluiceException(
          ErrorCode.INVALID_SETTING,
          "Setting "
              + LdapOptions.BIND_PASSWORD
              + " is empty. Give the password of "
              + LdapOptions.BIND_DN
              + ".");
    }
    return password.getBytes(StandardCharsets.UTF_8);
  }

  private static final class FromSettings extends PasswordProvider {
    private static final long serialVersionUID = 1L;

    // The SDK's class is serializable; this one is never serialized.
    private final transient Settings settings;

    private FromSettings(Settings settings) {
      this.settings = settings;
    }

    @Override
    public byte[] getPasswordBytes() {
      return passwordBytes(settings);
    }
  }
}
