/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.LDAPException;
import java.util.Locale;

/** The forms in which people type who they are. */
sealed interface LoginName {
  int MAX_LENGTH = 256;

  /** {@code alice}, or {@code CORP\alice} with our domain, which means the same. */
  record ShortName(String name) implements LoginName {
    @Override
    public String typed() {
      return name;
    }
  }

  /** {@code alice@corp.example} with our domain, lower case. */
  record Principal(String name, String domain) implements LoginName {
    @Override
    public String typed() {
      return name;
    }

    @Override
    public String toString() {
      return name + '@' + domain;
    }
  }

  /** {@code uid=alice,ou=people,dc=example,dc=com}. */
  record Entry(DN dn) implements LoginName {
    @Override
    public String typed() {
      return dn.toString();
    }
  }

  /** The name without its domain. */
  String typed();

  /**
   * Reads a typed name. Without a configured domain, {@code @} and {@code \} are plain characters:
   * a directory's short names may be mail addresses.
   *
   * @throws LoginException INVALID_NAME, UNKNOWN_DOMAIN
   */
  static LoginName parse(String text, LdapConfig config) throws LoginException {
    requirePlain(text);
    if (text.indexOf('=') > 0 && DN.isValidDN(text, true)) {
      try {
        return new Entry(new DN(text));
      } catch (LDAPException e) {
        throw new LoginException(LoginFailure.INVALID_NAME, "not a DN", e);
      }
    }
    if (config.domain().isEmpty()) {
      return new ShortName(text);
    }
    String domain = config.domain().get();
    int backslash = text.indexOf('\\');
    if (backslash >= 0) {
      String netbios = config.netbiosDomain().orElseGet(() -> domain.split("\\.", 2)[0]);
      requireDomain(text.substring(0, backslash), domain, netbios);
      return new ShortName(requirePlain(text.substring(backslash + 1)));
    }
    int at = text.lastIndexOf('@');
    if (at >= 0) {
      requireDomain(text.substring(at + 1), domain, domain);
      return new Principal(requirePlain(text.substring(0, at)), domain);
    }
    return new ShortName(text);
  }

  /** Directories ignore white space around a value, so it must not make a second spelling. */
  private static String requirePlain(String name) throws LoginException {
    if (name.isBlank() || !name.equals(name.strip())) {
      throw new LoginException(
          LoginFailure.INVALID_NAME, "the name is empty or has white space around it");
    }
    if (name.length() > MAX_LENGTH) {
      throw new LoginException(
          LoginFailure.INVALID_NAME, "the name has more than " + MAX_LENGTH + " characters");
    }
    if (name.codePoints().anyMatch(Character::isISOControl)) {
      throw new LoginException(LoginFailure.INVALID_NAME, "the name has a control character");
    }
    return name;
  }

  private static void requireDomain(String typed, String... ours) throws LoginException {
    String lower = typed.toLowerCase(Locale.ROOT);
    for (String domain : ours) {
      if (lower.equals(domain.toLowerCase(Locale.ROOT))) {
        return;
      }
    }
    throw new LoginException(
        LoginFailure.UNKNOWN_DOMAIN, "the domain " + Printable.of(typed) + " is not ours");
  }
}
