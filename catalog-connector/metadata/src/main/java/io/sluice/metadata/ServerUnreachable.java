/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Why a connection to a server did not come about or ended. The drivers' own words are a paragraph
 * that names neither host nor cause.
 */
public final class ServerUnreachable {
  /** Drivers nest a handful; a ring of causes ends too. */
  private static final int CAUSES = 16;

  private ServerUnreachable() {}

  /**
   * One sentence, with its period; empty if the error is another.
   *
   * @param server host and port, as in {@link MySqlUrl#hostAndPort}
   */
  public static Optional<String> reason(String server, SQLException e) {
    if (!String.valueOf(e.getSQLState()).startsWith("08")) {
      return Optional.empty();
    }
    Throwable link = e;
    for (int depth = 0; link != null && depth < CAUSES; depth++) {
      Optional<String> reason = reason(link);
      if (reason.isPresent()) {
        return reason.map(what -> server + ' ' + what + '.');
      }
      link = link.getCause();
    }
    return String.valueOf(e.getMessage()).startsWith("Communications link failure")
        ? Optional.of(server + " closed the connection, or it was lost.")
        : Optional.empty();
  }

  private static Optional<String> reason(Throwable link) {
    if (link instanceof UnknownHostException
        || link instanceof java.nio.channels.UnresolvedAddressException) {
      return Optional.of("cannot be reached: the host is unknown");
    }
    if (link instanceof NoRouteToHostException) {
      return Optional.of("cannot be reached: there is no route to the host");
    }
    if (link instanceof SocketTimeoutException
        || link instanceof ConnectException
            && String.valueOf(link.getMessage()).contains("timed out")) {
      return Optional.of("did not answer in time");
    }
    return link instanceof ConnectException
        ? Optional.of("refused the connection")
        : Optional.empty();
  }
}
