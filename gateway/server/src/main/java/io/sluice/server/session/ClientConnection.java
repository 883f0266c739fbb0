/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.session;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The sessions of one connection, until it ends. */
final class ClientConnection {
  private final Set<Session> opening = new HashSet<>();
  private final Set<Session> sessions = new HashSet<>();
  private boolean ended;

  /**
   * What a connection leaves behind.
   *
   * @param opening whose handles nobody has got, nor will get
   */
  record Left(List<Session> opening, List<Session> open) {}

  /**
   * A session is being opened, which takes a while.
   *
   * @return false if the connection has ended
   */
  synchronized boolean begin(Session session) {
    return !ended && opening.add(session);
  }

  /**
   * A session is open.
   *
   * @return false if the connection has ended
   */
  synchronized boolean add(Session session) {
    opening.remove(session);
    return !ended && sessions.add(session);
  }

  synchronized void remove(Session session) {
    opening.remove(session);
    sessions.remove(session);
  }

  synchronized Left end() {
    ended = true;
    return new Left(List.copyOf(opening), List.copyOf(sessions));
  }
}
