/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.RDN;

/**
 * A DN with a hole: {@code uid=%s,ou=people,dc=example,dc=com}. The name is put into the parsed
 * DN's first part as a value, never into the text, so it can add nothing to the DN.
 *
 * @param attribute the attribute whose whole value is the hole
 * @param base everything after the first part
 */
record DnPattern(String attribute, DN base) {
  private static final String HOLE = "%s";

  /**
   * @throws IllegalArgumentException saying what is wrong with the text
   */
  static DnPattern parse(String text) {
    DN dn;
    try {
      dn = new DN(text);
    } catch (LDAPException e) {
      throw new IllegalArgumentException("'" + text + "' is not a DN: " + e.getMessage(), e);
    }
    RDN first = dn.getRDN();
    if (first == null
        || first.getValueCount() != 1
        || !first.getAttributeValues()[0].equals(HOLE)) {
      throw new IllegalArgumentException("'" + text + "' does not start like uid=%s,");
    }
    DN base = dn.getParent();
    if (base == null || base.isNullDN()) {
      throw new IllegalArgumentException("'" + text + "' has nothing after its first part");
    }
    if (base.toString().contains(HOLE)) {
      throw new IllegalArgumentException("'" + text + "' has %s in more than its first part");
    }
    return new DnPattern(first.getAttributeNames()[0], base);
  }

  DN of(String name) {
    return new DN(new RDN(attribute, name), base);
  }
}
