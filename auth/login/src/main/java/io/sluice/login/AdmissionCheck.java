/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchScope;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Decides who of those with the right password may come in: by the custom query alone if there is
 * one, else by the user filter and the group filter, both of which must agree (Hive's rules).
 */
final class AdmissionCheck {
  private final LdapConfig config;

  AdmissionCheck(LdapConfig config) {
    this.config = config;
  }

  /**
   * @throws LoginException USER_NOT_ALLOWED, GROUP_NOT_ALLOWED, QUERY_NOT_MATCHED
   */
  void require(DirectorySession session, Person person, Set<String> groups)
      throws LDAPException, LoginException {
    LdapConfig.Admission admission = config.admission();
    if (admission.query().isPresent()) {
      if (!matches(session, person, admission.query().get())) {
        throw new LoginException(
            LoginFailure.QUERY_NOT_MATCHED, "not in " + LdapOptions.CUSTOM_QUERY);
      }
      return;
    }
    if (!admission.users().isEmpty() && !holds(admission.users(), person.name())) {
      throw new LoginException(
          LoginFailure.USER_NOT_ALLOWED,
          Printable.of(person.name()) + " is not in " + LdapOptions.USER_FILTER);
    }
    if (!admission.groups().isEmpty()
        && groups.stream().noneMatch(group -> holds(admission.groups(), group))) {
      throw new LoginException(
          LoginFailure.GROUP_NOT_ALLOWED,
          "none of the groups " + groups + " is in " + LdapOptions.GROUP_FILTER);
    }
  }

  /** The query finds the person's entry, or a group that has the person as a member. */
  private boolean matches(DirectorySession session, Person person, Filter query)
      throws LDAPException {
    if (session.read(person.dn(), query, SearchRequest.NO_ATTRIBUTES).isPresent()) {
      return true;
    }
    String attribute = config.groups().memberAttribute();
    Filter hasMember =
        Filter.createANDFilter(
            query,
            Filter.createORFilter(
                Filter.createEqualityFilter(attribute, person.dn().toString()),
                Filter.createEqualityFilter(attribute, person.name())));
    Set<DN> bases = new LinkedHashSet<>(config.groupBases());
    bases.addAll(config.userBases());
    for (DN base : bases) {
      if (!session
          .search(base, SearchScope.SUB, 1, hasMember, SearchRequest.NO_ATTRIBUTES)
          .isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(Collection<String> names, String name) {
    return names.stream().anyMatch(name::equalsIgnoreCase);
  }
}
