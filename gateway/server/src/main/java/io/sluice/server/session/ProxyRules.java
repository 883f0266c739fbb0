/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.session;

import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who may open a session as somebody else. Nobody, unless a setting says so. */
final class ProxyRules {
  private static final Logger AUDIT = LoggerFactory.getLogger("io.sluice.audit.proxy");

  private final Map<String, Set<String>> allowed = new HashMap<>();

  ProxyRules(Settings settings) {
    for (String pair : settings.get(SessionOptions.PROXY_USERS)) {
      int colon = pair.indexOf(':');
      if (colon <= 0 || colon == pair.length() - 1) {
        throw new SluiceException(
            ErrorCode.INVALID_SETTING,
            "Setting "
                + SessionOptions.PROXY_USERS
                + ": '"
                + pair
                + "' is not of the form login:user.");
      }
      allowed
          .computeIfAbsent(pair.substring(0, colon).strip(), login -> new HashSet<>())
          .add(pair.substring(colon + 1).strip());
    }
  }

  /**
   * The user a session runs as.
   *
   * @throws SluiceException ACCESS_DENIED if the person may not act as the one asked for
   */
  String sessionUser(String login, Optional<String> proxyUser, String address) {
    if (proxyUser.isEmpty() || proxyUser.get().equals(login)) {
      return login;
    }
    Set<String> users = allowed.getOrDefault(login, Set.of());
    boolean may = users.contains("*") || users.contains(proxyUser.get());
    AUDIT.info(
        "proxy login={} user={} address={} outcome={}",
        login,
        proxyUser.get(),
        address,
        may ? "allowed" : "refused");
    if (!may) {
      throw new SluiceException(
          ErrorCode.ACCESS_DENIED,
          "User "
              + login
              + " may not open a session as "
              + proxyUser.get()
              + "; an administrator can allow it with "
              + SessionOptions.PROXY_USERS
              + ".");
    }
    return proxyUser.get();
  }
}
