/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.DN;
import java.util.List;

/**
 * A person's entry.
 *
 * @param name the canonical short name
 * @param memberOf DNs of groups as the entry itself names them; empty if groups are searched
 */
record Person(DN dn, String name, List<String> memberOf) {
  Person {
    memberOf = List.copyOf(memberOf);
  }
}
