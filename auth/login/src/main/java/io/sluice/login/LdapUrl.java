/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** The address of one directory server: {@code ldap://host[:389]} or {@code ldaps://host[:636]}. */
record LdapUrl(String host, int port, boolean ldaps) {
  /**
   * @throws IllegalArgumentException saying what is wrong with the text
   */
  static LdapUrl parse(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("'" + text + "' is not a URL", e);
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean ldaps = scheme.equals("ldaps");
    if (!ldaps && !scheme.equals("ldap")) {
      throw new IllegalArgumentException("'" + text + "' starts with neither ldap:// nor ldaps://");
    }
    if (uri.getHost() == null) {
      throw new IllegalArgumentException("'" + text + "' names no host");
    }
    boolean more = uri.getRawQuery() != null || uri.getRawUserInfo() != null;
    if (more || !(uri.getPath().isEmpty() || uri.getPath().equals("/"))) {
      throw new IllegalArgumentException(
          "'" + text + "' has more than scheme, host and port; put the base into baseDN");
    }
    String host = uri.getHost().replaceAll("^\\[|]$", "");
    int port = uri.getPort() >= 0 ? uri.getPort() : ldaps ? 636 : 389;
    return new LdapUrl(host, port, ldaps);
  }

  @Override
  public String toString() {
    String shown = host.contains(":") ? '[' + host + ']' : host;
    return (ldaps ? "ldaps://" : "ldap://") + shown + ':' + port;
  }
}
