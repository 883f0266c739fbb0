/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers of one directory. Work goes to the first that is well; if it fails there for a reason
 * of the server's, to the next, as long as the login has time.
 */
final class Directory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Directory.class);

  private final List<DirectoryServer> servers;

  Directory(List<DirectoryServer> servers) {
    this.servers = List.copyOf(servers);
  }

  /** Work with one server; it may be done anew on another if it fails with a server's fault. */
  interface Work<T> {
    T with(DirectoryServer server) throws LoginException;
  }

  boolean hasSeveralServers() {
    return servers.size() > 1;
  }

  <T> T call(Deadline deadline, Work<T> work) throws LoginException {
    LoginException failure = null;
    LoginException skipped = null;
    for (DirectoryServer server : servers) {
      if (failure != null && deadline.isOver()) {
        break;
      }
      if (!server.health().tryUse()) {
        skipped = server.health().lastFailure();
        continue;
      }
      try {
        return use(server, work);
      } catch (LoginException e) {
        if (!isWorthAnotherServer(e.failure())) {
          throw e;
        }
        if (failure != null) {
          LOG.warn("Directory server failed: {}", failure.getMessage());
          e.addSuppressed(failure);
        }
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
    throw new LoginException(
        skipped.failure(),
        "left alone for " + LdapOptions.RETRY_DELAY + " after: " + skipped.getMessage(),
        skipped);
  }

  private static <T> T use(DirectoryServer server, Work<T> work) throws LoginException {
    boolean reported = false;
    try {
      T result = work.with(server);
      server.health().answered();
      reported = true;
      return result;
    } catch (LoginException e) {
      switch (e.failure()) {
        // A locked or mistyped account of our own gets worse with every further try.
        case SERVER_TIMEOUT, SERVICE_ACCOUNT_REFUSED -> server.health().failedSlow(e);
        case SERVER_UNREACHABLE, TLS_FAILED, SERVER_ERROR, OVERLOADED, SHUTTING_DOWN ->
            server.health().failedFast();
        default -> server.health().answered();
      }
      reported = true;
      throw e;
    } finally {
      if (!reported) {
        server.health().failedFast();
      }
    }
  }

  private static boolean isWorthAnotherServer(LoginFailure failure) {
    return switch (failure) {
      case SERVER_UNREACHABLE, SERVER_TIMEOUT, TLS_FAILED, SERVER_ERROR -> true;
      default -> false;
    };
  }

  @Override
  public void close() {
    servers.forEach(DirectoryServer::close);
  }
}
