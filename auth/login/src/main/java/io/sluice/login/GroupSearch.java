/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchScope;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds a person's groups, from the groups or from the person, as configured. */
final class GroupSearch {
  /** Bounds a directory that names groups without end; a person in more is refused. */
  private static final int MAX_GROUPS = 5000;

  private final LdapConfig config;

  GroupSearch(LdapConfig config) {
    this.config = config;
  }

  /** Short names: the value of the first part of each group's DN. */
  Set<String> namesOf(DirectorySession session, Person person)
      throws LDAPException, LoginException {
    Set<DN> groups = new LinkedHashSet<>(direct(session, person));
    List<DN> frontier = List.copyOf(groups);
    while (config.groups().nested() && !frontier.isEmpty()) {
      List<DN> next = new ArrayList<>();
      for (DN group : frontier) {
        for (DN outer : outer(session, group)) {
          if (groups.add(outer)) {
            next.add(outer);
          }
        }
        requireBound(groups.size(), person);
      }
      frontier = next;
    }
    requireBound(groups.size(), person);
    Set<String> names = new TreeSet<>();
    groups.forEach(dn -> names.add(dn.getRDN().getAttributeValues()[0]));
    return names;
  }

  private List<DN> direct(DirectorySession session, Person person) throws LDAPException {
    if (config.groups().memberOfAttribute().isPresent()) {
      return underGroupBases(person.memberOf());
    }
    return havingMember(session, person.dn().toString(), person.name());
  }

  private List<DN> outer(DirectorySession session, DN group) throws LDAPException {
    if (config.groups().memberOfAttribute().isEmpty()) {
      return havingMember(session, group.toString());
    }
    String attribute = config.groups().memberOfAttribute().get();
    return underGroupBases(
        session
            .read(group, Filter.createPresenceFilter("objectClass"), attribute)
            .map(entry -> entry.getAttributeValues(attribute))
            .map(List::of)
            .orElse(List.of()));
  }

  private List<DN> havingMember(DirectorySession session, String... members) throws LDAPException {
    String attribute = config.groups().memberAttribute();
    List<Filter> isMember = new ArrayList<>();
    for (String member : members) {
      isMember.add(Filter.createEqualityFilter(attribute, member));
    }
    Filter filter =
        Filter.createANDFilter(
            Filter.createEqualityFilter("objectClass", config.groups().objectClass()),
            Filter.createORFilter(isMember));
    List<DN> groups = new ArrayList<>();
    for (DN base : config.groupBases()) {
      for (SearchResultEntry entry :
          session.search(base, SearchScope.SUB, 0, filter, SearchRequest.NO_ATTRIBUTES)) {
        groups.add(entry.getParsedDN());
      }
    }
    return groups;
  }

  /**
   * A group elsewhere may have the same short name and mean something else. What is not a DN is no
   * group of ours either; some schemas keep other things in such an attribute.
   */
  private List<DN> underGroupBases(List<String> texts) throws LDAPException {
    List<DN> groups = new ArrayList<>();
    for (String text : texts) {
      if (DN.isValidDN(text) && config.isGroupBase(new DN(text))) {
        groups.add(new DN(text));
      }
    }
    return groups;
  }

  private static void requireBound(int size, Person person) throws LoginException {
    if (size > MAX_GROUPS) {
      throw new LoginException(
          LoginFailure.SERVER_ERROR, person.dn() + " is in more than " + MAX_GROUPS + " groups");
    }
  }
}
