/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.session;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Option;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Counts sessions per user, address and both, and refuses what goes over a limit. Either all
 * counters of a session are raised or none (apache/kyuubi#7759); the permit that stands for them
 * gives them back once, however often it is closed.
 *
 * <p>Everybody is counted, also who has no limit, so that a change of the unlimited list never lets
 * a counter go below zero.
 */
public final class SessionLimits {
  private final Map<Option<Integer>, Integer> limits = new LinkedHashMap<>();
  private final Set<String> unlimited;
  private final Set<String> deniedUsers;
  private final Set<String> deniedAddresses;
  private final Map<String, Integer> counters = new HashMap<>();

  public SessionLimits(Settings settings) {
    List.of(
            SessionOptions.LIMIT_PER_USER,
            SessionOptions.LIMIT_PER_ADDRESS,
            SessionOptions.LIMIT_PER_USER_AND_ADDRESS)
        .forEach(option -> limits.put(option, settings.find(option).orElse(Integer.MAX_VALUE)));
    unlimited = Set.copyOf(settings.get(SessionOptions.UNLIMITED_USERS));
    deniedUsers = Set.copyOf(settings.get(SessionOptions.DENIED_USERS));
    deniedAddresses = Set.copyOf(settings.get(SessionOptions.DENIED_ADDRESSES));
  }

  /** The right to one session, until closed. */
  public interface Permit extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Takes the right to one more session.
   *
   * @throws SluiceException ACCESS_DENIED for a denied user or address, LIMIT_REACHED naming the
   *     limit that is full
   */
  public Permit acquire(String user, String address) {
    requireNonNull(user, "user is null");
    requireNonNull(address, "address is null");
    if (deniedUsers.contains(user) || deniedAddresses.contains(address)) {
      throw new SluiceException(
          ErrorCode.ACCESS_DENIED,
          "User " + user + " at " + address + " may open no session here; ask the administrator.");
    }
    Map<Option<Integer>, String> keys = new LinkedHashMap<>();
    keys.put(SessionOptions.LIMIT_PER_USER, "user " + user);
    keys.put(SessionOptions.LIMIT_PER_ADDRESS, "address " + address);
    keys.put(SessionOptions.LIMIT_PER_USER_AND_ADDRESS, "user " + user + " at address " + address);
    synchronized (counters) {
      if (!unlimited.contains(user)) {
        refuseIfFull(keys);
      }
      keys.values().forEach(key -> counters.merge(key, 1, Integer::sum));
    }
    return new OncePermit(Set.copyOf(keys.values()));
  }

  private void refuseIfFull(Map<Option<Integer>, String> keys) {
    keys.forEach(
        (option, key) -> {
          int limit = limits.get(option);
          if (counters.getOrDefault(key, 0) >= limit) {
            throw new SluiceException(
                ErrorCode.LIMIT_REACHED,
                "The "
                    + key
                    + " has "
                    + limit
                    + " sessions open, which is the limit ("
                    + option.key()
                    + "). Close one and try again.");
          }
        });
  }

  /** Sessions counted for a user now. */
  public int sessionsOf(String user) {
    synchronized (counters) {
      return counters.getOrDefault("user " + user, 0);
    }
  }

  /** True if nothing is counted. */
  public boolean isEmpty() {
    synchronized (counters) {
      return counters.isEmpty();
    }
  }

  private final class OncePermit implements Permit {
    private Optional<Set<String>> keys;

    OncePermit(Set<String> keys) {
      this.keys = Optional.of(keys);
    }

    @Override
    public void close() {
      synchronized (counters) {
        keys.ifPresent(
            held ->
                held.forEach(
                    key -> counters.computeIfPresent(key, (k, n) -> n == 1 ? null : n - 1)));
        keys = Optional.empty();
      }
    }
  }
}
