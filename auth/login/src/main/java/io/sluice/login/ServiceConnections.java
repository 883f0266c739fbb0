/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.LDAPConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The open connections of the gateway's account to one server: so many at most, idle ones kept for
 * the next login. The SDK's own pool is not used because one checkout of it may try to connect
 * several times, and so takes a multiple of the timeout when a server hangs.
 *
 * <p>A permit is held for each connection that is in use or being opened; an idle one needs none,
 * and there are never more idle ones than permits, since each came back from a holder of one.
 */
final class ServiceConnections implements AutoCloseable {
  private final Opener opener;
  private final Semaphore permits;
  private final int size;
  private final long maxAgeMillis;
  private final Deque<LDAPConnection> idle = new ArrayDeque<>();
  private boolean closed;

  /** Opens a connection that is bound as the gateway's account. */
  interface Opener {
    LDAPConnection open(Deadline deadline) throws LoginException;
  }

  ServiceConnections(int size, Duration maxAge, Opener opener) {
    this.size = size;
    this.permits = new Semaphore(size, true);
    this.maxAgeMillis = maxAge.toMillis();
    this.opener = opener;
  }

  /**
   * A connection, idle or new.
   *
   * @throws LoginException OVERLOADED if all are in use for too long, or as the opener says
   */
  Lease borrow(Deadline deadline, Duration wait) throws LoginException {
    try {
      Duration limit = deadline.remaining(wait);
      if (!permits.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new LoginException(
            LoginFailure.OVERLOADED,
            "all " + size + " connections are in use; see " + LdapOptions.POOL_SIZE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoginException(LoginFailure.SHUTTING_DOWN, "interrupted", e);
    }
    boolean borrowed = false;
    try {
      LDAPConnection connection = takeIdle();
      Lease lease =
          connection != null
              ? new Lease(connection, true)
              : new Lease(opener.open(deadline), false);
      borrowed = true;
      return lease;
    } finally {
      if (!borrowed) {
        permits.release();
      }
    }
  }

  /** Closes the idle ones, since the server has shown that it dropped them. */
  void dropIdle() {
    for (LDAPConnection connection = takeIdle(); connection != null; connection = takeIdle()) {
      connection.close();
    }
  }

  private LDAPConnection takeIdle() {
    while (true) {
      LDAPConnection connection;
      synchronized (idle) {
        connection = idle.pollLast();
      }
      if (connection == null) {
        return null;
      }
      long age = System.currentTimeMillis() - connection.getConnectTime();
      if (connection.isConnected() && age < maxAgeMillis) {
        return connection;
      }
      connection.close();
    }
  }

  private void giveBack(LDAPConnection connection, boolean good) {
    boolean kept = false;
    synchronized (idle) {
      if (good && !closed) {
        idle.addLast(connection);
        kept = true;
      }
    }
    if (!kept) {
      connection.close();
    }
    permits.release();
  }

  @Override
  public void close() {
    synchronized (idle) {
      closed = true;
    }
    dropIdle();
  }

  /** A connection on loan; closed with it unless {@link #keep} says it is in order. */
  final class Lease implements AutoCloseable {
    private final LDAPConnection connection;
    private final boolean reused;
    private boolean good;

    private Lease(LDAPConnection connection, boolean reused) {
      this.connection = connection;
      this.reused = reused;
    }

    LDAPConnection connection() {
      return connection;
    }

    /** True if the server may have dropped the connection since its last use. */
    boolean isReused() {
      return reused;
    }

    void keep() {
      good = true;
    }

    @Override
    public void close() {
      giveBack(connection, good);
    }
  }
}
