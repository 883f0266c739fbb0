/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import io.sluice.config.Option;
import java.time.Duration;
import java.util.List;

/**
 * Settings of the LDAP login. Those that Kyuubi has keep its spelling and meaning (Hive's
 * LdapAuthenticationProvider); the rest are ours.
 */
public final class LdapOptions {
  private static final String PREFIX = "sluice.authentication.ldap.";

  public static final Option<List<String>> URL =
      Option.list(PREFIX + "url", "\\s+")
          .doc(
              "Addresses of the directory, with spaces between them, tried in this order:"
                  + " ldap://host:389 or ldaps://host:636.")
          .build();

  public static final Option<String> BASE_DN =
      Option.string(PREFIX + "baseDN")
          .doc(
              "Where people and groups are searched when no pattern says it:"
                  + " dc=example,dc=com. Without it the domain's is taken: corp.example gives"
                  + " dc=corp,dc=example.")
          .build();

  public static final Option<String> DOMAIN =
      Option.string(PREFIX + "domain")
          .doc(
              "Active Directory's domain: corp.example. alice, alice@corp.example and CORP\\alice"
                  + " are then one person, and other domains are refused.")
          .build();

  public static final Option<String> NETBIOS_DOMAIN =
      Option.string(PREFIX + "netbios-domain")
          .doc("The domain before the backslash in CORP\\alice, if not the domain's first part.")
          .unknownToKyuubi()
          .build();

  public static final Option<String> GUID_KEY =
      Option.string(PREFIX + "guidKey")
          .defaultsTo("uid")
          .doc("The attribute that holds a person's short name, unique under the base.")
          .build();

  public static final Option<String> BIND_DN =
      Option.string(PREFIX + "binddn")
          .doc(
              "The gateway's own account, which searches people and groups. Without it each person"
                  + " binds directly and reads the own entry.")
          .build();

  public static final Option<String> BIND_PASSWORD =
      Option.string(PREFIX + "bindpw")
          .secret()
          .doc("The password of the gateway's account.")
          .build();

  public static final Option<List<String>> USER_DN_PATTERN =
      Option.list(PREFIX + "userDNPattern", ":")
          .doc(
              "Where people are, with colons between several: uid=%s,ou=people,dc=example,dc=com."
                  + " Write a colon inside a DN as \\3a.")
          .build();

  public static final Option<List<String>> GROUP_DN_PATTERN =
      Option.list(PREFIX + "groupDNPattern", ":")
          .doc("Where groups are, with colons between several: cn=%s,ou=groups,dc=example,dc=com.")
          .build();

  public static final Option<List<String>> USER_FILTER =
      Option.list(PREFIX + "userFilter", ",")
          .defaultsTo(List.of())
          .doc("Short names of those who may log in, with commas between them; empty means all.")
          .build();

  public static final Option<List<String>> GROUP_FILTER =
      Option.list(PREFIX + "groupFilter", ",")
          .defaultsTo(List.of())
          .doc(
              "Short names of groups whose members may log in, with commas between them; empty"
                  + " means everybody.")
          .build();

  public static final Option<String> GROUP_CLASS_KEY =
      Option.string(PREFIX + "groupClassKey")
          .defaultsTo("groupOfNames")
          .doc("The objectClass of groups.")
          .build();

  public static final Option<String> GROUP_MEMBERSHIP_KEY =
      Option.string(PREFIX + "groupMembershipKey")
          .defaultsTo("member")
          .doc("The attribute of a group that holds its members' DNs or short names.")
          .build();

  public static final Option<String> USER_MEMBERSHIP_KEY =
      Option.string(PREFIX + "userMembershipKey")
          .doc(
              "The attribute of a person that holds the DNs of the groups: memberOf. If set, groups"
                  + " are read from the person and not searched.")
          .build();

  public static final Option<String> CUSTOM_QUERY =
      Option.string(PREFIX + "customLDAPQuery")
          .doc(
              "An LDAP filter that decides who may log in, in place of the user and group filter:"
                  + " those it finds, and the members of groups it finds.")
          .build();

  public static final Option<Boolean> NESTED_GROUPS =
      Option.bool(PREFIX + "nested-groups")
          .defaultsTo(false)
          .doc("Whether a member of a group in a group is a member of the outer one too.")
          .unknownToKyuubi()
          .build();

  public static final Option<Boolean> START_TLS =
      Option.bool(PREFIX + "start-tls")
          .defaultsTo(false)
          .doc(
              "Whether ldap:// connections turn to TLS before anything is sent; there is no way back to plain text.")
          .unknownToKyuubi()
          .build();

  public static final Option<String> TRUST_STORE =
      Option.string(PREFIX + "trust-store.path")
          .doc(
              "A file with the certificates of the authorities to trust: PEM, PKCS12 or JKS. Without"
                  + " it Java's own list holds.")
          .unknownToKyuubi()
          .build();

  public static final Option<String> TRUST_STORE_PASSWORD =
      Option.string(PREFIX + "trust-store.password")
          .secret()
          .doc("The password of a PKCS12 or JKS trust store.")
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> CONNECT_TIMEOUT =
      Option.duration(PREFIX + "connect-timeout")
          .defaultsTo(Duration.ofSeconds(5))
          .must("be from 100 ms to 1 h", LoginOptions::isTimeout)
          .doc("How long a connection may take to one server, TLS included.")
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> RESPONSE_TIMEOUT =
      Option.duration(PREFIX + "response-timeout")
          .defaultsTo(Duration.ofSeconds(5))
          .must("be from 100 ms to 1 h", LoginOptions::isTimeout)
          .doc("How long a server may take for the answer to one request.")
          .unknownToKyuubi()
          .build();

  public static final Option<Integer> POOL_SIZE =
      Option.integer(PREFIX + "pool.size")
          .defaultsTo(8)
          .must("be from 1 to 1000", n -> n >= 1 && n <= 1000)
          .doc("How many connections of the gateway's account stay open to one server at most.")
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> POOL_MAX_AGE =
      Option.duration(PREFIX + "pool.max-age")
          .defaultsTo(Duration.ofMinutes(10))
          .doc(
              "After how long a pooled connection is replaced; keep it below what firewalls allow.")
          .unknownToKyuubi()
          .build();

  public static final Option<Duration> RETRY_DELAY =
      Option.duration(PREFIX + "retry-delay")
          .defaultsTo(Duration.ofSeconds(2))
          .doc(
              "How long a server that did not answer, or that refused the gateway's account, is left alone.")
          .unknownToKyuubi()
          .build();

  private LdapOptions() {}

  static List<Option<?>> all() {
    return List.of(
        URL,
        BASE_DN,
        DOMAIN,
        NETBIOS_DOMAIN,
        GUID_KEY,
        BIND_DN,
        BIND_PASSWORD,
        USER_DN_PATTERN,
        GROUP_DN_PATTERN,
        USER_FILTER,
        GROUP_FILTER,
        GROUP_CLASS_KEY,
        GROUP_MEMBERSHIP_KEY,
        USER_MEMBERSHIP_KEY,
        CUSTOM_QUERY,
        NESTED_GROUPS,
        START_TLS,
        TRUST_STORE,
        TRUST_STORE_PASSWORD,
        CONNECT_TIMEOUT,
        RESPONSE_TIMEOUT,
        POOL_SIZE,
        POOL_MAX_AGE,
        RETRY_DELAY);
  }
}
