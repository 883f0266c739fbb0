/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPConnectionOptions;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import javax.net.SocketFactory;

/** One server of the directory, with the connections to it. */
final class DirectoryServer implements AutoCloseable {
  private static final int MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

  private final LdapUrl url;
  private final LdapConfig.Limits limits;
  private final DirectorySocket socket;
  private final Watchdog watchdog;
  private final ServerHealth health;
  private final Optional<BindAccount> account;
  private final ServiceConnections serviceConnections;

  DirectoryServer(LdapUrl url, LdapConfig config, Tls tls, Watchdog watchdog) {
    this.url = url;
    this.limits = config.limits();
    this.watchdog = watchdog;
    this.socket = new DirectorySocket(url, config.startTls(), tls, watchdog);
    this.health = new ServerHealth(limits.retryDelay(), System::nanoTime);
    this.account = config.bindAccount();
    this.serviceConnections =
        new ServiceConnections(limits.poolSize(), limits.poolMaxAge(), this::openAsService);
  }

  /** Requests on a connection, which the caller does not keep. */
  interface Requests<T> {
    T on(DirectorySession session) throws LDAPException, LoginException;
  }

  LdapUrl url() {
    return url;
  }

  ServerHealth health() {
    return health;
  }

  /**
   * Makes requests as the gateway's account. They must be fit for repetition: if a connection from
   * the pool turns out to be dead, they are made again on a new one.
   */
  <T> T asService(Deadline deadline, Requests<T> requests) throws LoginException {
    boolean mayRepeat = true;
    while (true) {
      try (ServiceConnections.Lease lease =
          serviceConnections.borrow(deadline, limits.responseTimeout())) {
        try {
          T result = on(lease.connection(), deadline, requests);
          lease.keep();
          return result;
        } catch (LDAPException e) {
          if (!LdapFaults.isConnectionLost(e) || !lease.isReused() || !mayRepeat) {
            throw LdapFaults.request(url, e);
          }
          mayRepeat = false;
        } catch (LoginException e) {
          // The requests went well; what they found did not please.
          lease.keep();
          throw e;
        }
      }
      serviceConnections.dropIdle();
    }
  }

  /**
   * Makes requests on a connection, which is closed under them when the login's time is over.
   *
   * @throws LDAPException as the requests do
   */
  @SuppressWarnings("try") // the guard is used by being closed
  <T> T on(LDAPConnection connection, Deadline deadline, Requests<T> requests)
      throws LDAPException, LoginException {
    Duration left = deadline.remaining(Duration.ofDays(1));
    try (Watchdog.Guard guard = watchdog.guard(left, connection::closeWithoutUnbind)) {
      return requests.on(new DirectorySession(connection, deadline, limits.responseTimeout()));
    } catch (LDAPException e) {
      // The watchdog's closing looks like a lost connection.
      throw deadline.isOver() ? new LDAPException(ResultCode.TIMEOUT, "out of time", e) : e;
    }
  }

  /** Opens a connection on which nothing has been said. The caller closes it. */
  LDAPConnection connect(Deadline deadline) throws LoginException {
    Duration time = deadline.remaining(limits.connectTimeout());
    long start = System.nanoTime();
    try {
      Socket ready = socket.open(time);
      try {
        // The address as it was resolved: the SDK shall not ask the name service again.
        return new LDAPConnection(
            new Connected(ready), options(), ready.getInetAddress().getHostAddress(), url.port());
      } catch (LDAPException | RuntimeException e) {
        ready.close();
        throw e;
      }
    } catch (IOException e) {
      boolean tookAllTime = System.nanoTime() - start >= time.toNanos();
      throw LdapFaults.connecting(url, e, tookAllTime);
    } catch (LDAPException e) {
      throw LdapFaults.request(url, e);
    }
  }

  private LDAPConnection openAsService(Deadline deadline) throws LoginException {
    BindAccount bound = account.orElseThrow();
    LDAPConnection connection = connect(deadline);
    try {
      on(
          connection,
          deadline,
          session -> {
            session.bind(bound);
            return bound;
          });
      return connection;
    } catch (LDAPException e) {
      connection.close();
      throw LdapFaults.serviceBind(url, bound, e);
    } catch (LoginException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private LDAPConnectionOptions options() {
    LDAPConnectionOptions options = new LDAPConnectionOptions();
    options.setConnectTimeoutMillis(Math.toIntExact(limits.connectTimeout().toMillis()));
    options.setResponseTimeoutMillis(limits.responseTimeout().toMillis());
    options.setAbandonOnTimeout(true);
    options.setFollowReferrals(false);
    options.setMaxMessageSize(MAX_MESSAGE_BYTES);
    return options;
  }

  @Override
  public void close() {
    serviceConnections.close();
  }

  /** Hands the SDK a socket that is connected already. */
  private static final class Connected extends SocketFactory {
    private final Socket socket;

    private Connected(Socket socket) {
      this.socket = socket;
    }

    @Override
    public Socket createSocket() throws IOException {
      // Makes the SDK ask for a connected one instead.
      throw new IOException("not offered");
    }

    @Override
    public Socket createSocket(String host, int port) {
      return socket;
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      return socket;
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      return socket;
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      return socket;
    }
  }
}
