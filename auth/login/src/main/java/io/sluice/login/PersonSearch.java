/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.RDN;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the one entry that a name stands for. Two entries of one name are nobody: neither may take
 * the other's place. Names go into filters as values (RFC 4515), never as text.
 */
final class PersonSearch {
  /** Hive's and Kyuubi's idea of a person. */
  private static final Filter IS_PERSON =
      Filter.createORFilter(
          Filter.createEqualityFilter("objectClass", "person"),
          Filter.createEqualityFilter("objectClass", "user"),
          Filter.createEqualityFilter("objectClass", "inetOrgPerson"));

  private static final Filter ANY_ENTRY = Filter.createPresenceFilter("objectClass");
  private static final String PRINCIPAL_NAME = "userPrincipalName";
  private static final int TWO_ARE_TOO_MANY = 2;

  private final LdapConfig config;
  private final String[] attributes;

  PersonSearch(LdapConfig config) {
    this.config = config;
    List<String> wanted = new ArrayList<>(config.nameAttributes());
    config.groups().memberOfAttribute().ifPresent(wanted::add);
    this.attributes = wanted.toArray(String[]::new);
  }

  /** The person that a typed name stands for. */
  Person find(DirectorySession session, LoginName name) throws LDAPException, LoginException {
    if (name instanceof LoginName.Entry entry) {
      return read(session, entry.dn(), IS_PERSON);
    }
    String typed = name.typed();
    List<Filter> ways = new ArrayList<>(nameIs(typed));
    if (name instanceof LoginName.Principal principal) {
      ways.add(Filter.createEqualityFilter(PRINCIPAL_NAME, principal.toString()));
    }
    List<SearchResultEntry> found = search(session, ways);
    if (found.isEmpty()) {
      throw new LoginException(LoginFailure.UNKNOWN_USER, "no entry under " + bases());
    }
    requireOne(found);
    Person person = person(found.get(0));
    if (!person.name().equalsIgnoreCase(typed)) {
      requireUnique(session, person);
    }
    return person;
  }

  /** The person whose DN is known because the directory took it for a bind. */
  Person bound(DirectorySession session, DN dn) throws LDAPException, LoginException {
    return read(session, dn, ANY_ENTRY);
  }

  private Person read(DirectorySession session, DN dn, Filter filter)
      throws LDAPException, LoginException {
    if (!config.isUserBase(dn)) {
      throw new LoginException(LoginFailure.UNKNOWN_USER, "the DN is not under " + bases());
    }
    SearchResultEntry entry =
        session
            .read(dn, filter, attributes)
            .orElseThrow(
                () -> new LoginException(LoginFailure.UNKNOWN_USER, "no person has this DN"));
    Person person = person(entry);
    requireUnique(session, person);
    return person;
  }

  private void requireUnique(DirectorySession session, Person person)
      throws LDAPException, LoginException {
    List<SearchResultEntry> sameName = new ArrayList<>();
    for (SearchResultEntry entry : search(session, nameIs(person.name()))) {
      if (!entry.getParsedDN().equals(person.dn())) {
        sameName.add(entry);
      }
    }
    if (!sameName.isEmpty()) {
      throw new LoginException(
          LoginFailure.AMBIGUOUS_USER,
          person.dn() + " and " + sameName.get(0).getDN() + " have the same short name");
    }
  }

  private static void requireOne(List<SearchResultEntry> found) throws LoginException {
    if (found.size() > 1) {
      throw new LoginException(
          LoginFailure.AMBIGUOUS_USER,
          found.get(0).getDN() + " and " + found.get(1).getDN() + " have this name");
    }
  }

  private List<Filter> nameIs(String name) {
    return config.nameAttributes().stream()
        .map(attribute -> Filter.createEqualityFilter(attribute, name))
        .toList();
  }

  /** At least two entries if there are two; an entry under two of the bases counts once. */
  private List<SearchResultEntry> search(DirectorySession session, List<Filter> ways)
      throws LDAPException {
    Filter filter = Filter.createANDFilter(IS_PERSON, Filter.createORFilter(ways));
    Map<DN, SearchResultEntry> found = new LinkedHashMap<>();
    for (DN base : config.userBases()) {
      for (SearchResultEntry entry :
          session.search(base, SearchScope.SUB, TWO_ARE_TOO_MANY, filter, attributes)) {
        found.put(entry.getParsedDN(), entry);
      }
    }
    return List.copyOf(found.values());
  }

  private Person person(SearchResultEntry entry) throws LDAPException, LoginException {
    List<String> memberOf =
        config
            .groups()
            .memberOfAttribute()
            .map(entry::getAttributeValues)
            .map(List::of)
            .orElse(List.of());
    return new Person(entry.getParsedDN(), canonicalName(entry), memberOf);
  }

  /**
   * The value of the first name attribute that the entry has; with several values, the one in its
   * DN.
   */
  private String canonicalName(SearchResultEntry entry) throws LDAPException, LoginException {
    for (String attribute : config.nameAttributes()) {
      String[] values = entry.getAttributeValues(attribute);
      if (values == null || values.length == 0) {
        continue;
      }
      if (values.length == 1) {
        return values[0];
      }
      RDN rdn = entry.getRDN();
      String[] names = rdn.getAttributeNames();
      for (int i = 0; i < names.length; i++) {
        String inDn = rdn.getAttributeValues()[i];
        if (names[i].equalsIgnoreCase(attribute) && Arrays.asList(values).contains(inDn)) {
          return inDn;
        }
      }
      throw new LoginException(
          LoginFailure.ENTRY_UNREADABLE,
          entry.getDN() + " has several values of " + attribute + " and none of them in its DN");
    }
    throw new LoginException(
        LoginFailure.ENTRY_UNREADABLE,
        entry.getDN() + " has none of " + config.nameAttributes() + ", or they may not be read");
  }

  private String bases() {
    return config.userBases().toString();
  }
}
