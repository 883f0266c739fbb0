/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The URL of a MySQL or MariaDB datasource: a server, never one of its databases. */
public final class MySqlUrl {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{[^}]*}");

  private MySqlUrl() {}

  /**
   * The URL of a datasource, its references resolved.
   *
   * @throws SluiceException INVALID_CONFIGURATION if it is no such URL
   */
  public static String of(Datasource datasource) {
    String url = datasource.required("url");
    problem(url)
        .ifPresent(
            what -> {
              throw new SluiceException(
                  ErrorCode.INVALID_CONFIGURATION,
                  "Datasource " + datasource.name() + ", key url: " + what + ".");
            });
    return url;
  }

  /** Host and port of a URL as messages name them: without a name and password before the host. */
  public static String hostAndPort(String url) {
    String rest = url.substring(url.indexOf("//") + "//".length());
    String authority = rest.split("[/?]", 2)[0];
    return authority.substring(authority.lastIndexOf('@') + 1);
  }

  /**
   * What is wrong with a URL, if anything; completes "key url". A database in it would promise that
   * only that one is shown. References may stand in it; of one that is all of the URL, nothing is
   * known yet.
   */
  static Optional<String> problem(String url) {
    String plain = REFERENCE.matcher(url).replaceAll("*");
    if (plain.startsWith("*")) {
      return Optional.empty();
    }
    if (!plain.startsWith("jdbc:mysql:") && !plain.startsWith("jdbc:mariadb:")) {
      return Optional.of("must start with jdbc:mysql: or jdbc:mariadb:");
    }
    int host = plain.indexOf("//");
    if (host < 0) {
      return Optional.of("must name the server as //host:port/");
    }
    int end = plain.indexOf('?', host);
    String server = plain.substring(host + 2, end < 0 ? plain.length() : end);
    int slash = server.indexOf('/');
    if (slash >= 0 && slash < server.length() - 1) {
      return Optional.of(
          "names database '"
              + server.substring(slash + 1)
              + "', but a datasource is a whole server with all its databases; end the URL with the"
              + " '/' after host and port, and limit what is seen by the grants of the user");
    }
    return Optional.empty();
  }
}
