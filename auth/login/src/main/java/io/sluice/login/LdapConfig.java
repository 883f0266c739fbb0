/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.Filter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the LDAP login, checked and made of parts.
 *
 * @param urls the servers in the order of their use
 * @param userBases where people are, never empty
 * @param groupBases where groups are; empty if there is no telling
 * @param userPatterns DNs to bind people by when there is no bind account
 * @param nameAttributes what a typed name is compared with; a person's canonical name is the value
 *     of the first that the entry has
 * @param domain Active Directory's domain, lower case
 * @param bindAccount the gateway's own account
 */
record LdapConfig(
    List<LdapUrl> urls,
    boolean startTls,
    List<DN> userBases,
    List<DN> groupBases,
    List<DnPattern> userPatterns,
    List<String> nameAttributes,
    Optional<String> domain,
    Optional<String> netbiosDomain,
    Optional<BindAccount> bindAccount,
    Groups groups,
    Admission admission,
    Limits limits) {

  LdapConfig {
    urls = List.copyOf(urls);
    userBases = List.copyOf(userBases);
    groupBases = List.copyOf(groupBases);
    userPatterns = List.copyOf(userPatterns);
    nameAttributes = List.copyOf(nameAttributes);
  }

  /** How groups are found. */
  record Groups(
      String objectClass,
      String memberAttribute,
      Optional<String> memberOfAttribute,
      boolean nested) {}

  /** Who of those with the right password may come in; empty lists let everybody. */
  record Admission(List<String> users, List<String> groups, Optional<Filter> query) {
    Admission {
      users = List.copyOf(users);
      groups = List.copyOf(groups);
    }
  }

  /** Bounds of time and number. */
  record Limits(
      Duration connectTimeout,
      Duration responseTimeout,
      int poolSize,
      Duration poolMaxAge,
      Duration retryDelay) {}

  boolean isUserBase(DN dn) {
    return userBases.stream().anyMatch(base -> dn.isDescendantOf(base, false));
  }

  boolean isGroupBase(DN dn) {
    return groupBases.stream().anyMatch(base -> dn.isDescendantOf(base, false));
  }
}
