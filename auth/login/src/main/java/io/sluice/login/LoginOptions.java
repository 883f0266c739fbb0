/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import io.sluice.config.Option;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Settings of logging in, whatever the method. */
public final class LoginOptions {
  /** Default LDAP, not Kyuubi's NONE: nobody comes in unchecked unless somebody wrote so. */
  public static final Option<LoginMethod> METHOD =
      Option.choice("sluice.authentication", LoginMethod.class)
          .defaultsTo(LoginMethod.LDAP)
          .doc(
              "How a user name and password are checked: LDAP, or NONE, which believes every name"
                  + " and is meant for a trial on one's own machine.")
          .build();

  public static final Option<Integer> THREADS =
      Option.integer("sluice.authentication.threads")
          .defaultsTo(16)
          .must("be from 1 to 1000", n -> n >= 1 && n <= 1000)
          .doc("How many logins are checked at the same time.")
          .unknownToKyuubi()
          .build();

  public static final Option<Integer> QUEUE =
      Option.integer("sluice.authentication.queue")
          .defaultsTo(1000)
          .must("be from 1 to 100000", n -> n >= 1 && n <= 100_000)
          .doc("How many logins may wait for a thread; one more is told to try again later.")
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> TIMEOUT =
      Option.duration("sluice.authentication.timeout")
          .defaultsTo(Duration.ofSeconds(20))
          .must("be from 100 ms to 1 h", LoginOptions::isTimeout)
          .doc(
              "By when a login is answered, waiting for a thread and trying every server included."
                  + " Keep it above the connect timeout plus the response timeout of the directory.")
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> CACHE_TIME =
      Option.duration("sluice.authentication.cache.time")
          .defaultsTo(Duration.ZERO)
          .must("be at most 1 h", d -> d.compareTo(Duration.ofHours(1)) <= 0)
          .doc(
              "How long a login that was right is taken again without asking; 0 asks each time."
                  + " For that long an old password still works after a change.")
          .unknownToKyuubi()
          .build();

  private LoginOptions() {}

  /** Every setting of this module, the directory's included. */
  public static List<Option<?>> all() {
    return Stream.concat(
            Stream.of(METHOD, THREADS, QUEUE, TIMEOUT, CACHE_TIME), LdapOptions.all().stream())
        .toList();
  }

  static boolean isTimeout(Duration time) {
    return time.compareTo(Duration.ofMillis(100)) >= 0 && time.compareTo(Duration.ofHours(1)) <= 0;
  }
}
