/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.unboundid.ldap.sdk.DN;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LdapConfigReaderTest {
  private static final String LDAP = "sluice.authentication.ldap.";

  private static Settings settings(String... keysAndValues) {
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return Settings.of(values);
  }

  @Test
  void readsKyuubisSettingsUnderKyuubisNames() throws Exception {
    LdapConfig config =
        LdapConfigReader.read(
            settings(
                "kyuubi.authentication.ldap.url", "ldap://a ldaps://b:1636 ldap://[::1]:10389/",
                "kyuubi.authentication.ldap.baseDN", "dc=example,dc=com",
                "kyuubi.authentication.ldap.guidKey", "mail",
                "kyuubi.authentication.ldap.binddn", "cn=svc,dc=example,dc=com",
                "kyuubi.authentication.ldap.bindpw", "secret",
                "kyuubi.authentication.ldap.userDNPattern", "cn=%s,ou=a,dc=x:uid=%s,ou=b,dc=x",
                "kyuubi.authentication.ldap.groupDNPattern", "cn=%s,ou=g,dc=x",
                "kyuubi.authentication.ldap.userFilter", "alice, bob",
                "kyuubi.authentication.ldap.groupFilter", "g1,g2",
                "kyuubi.authentication.ldap.groupClassKey", "group",
                "kyuubi.authentication.ldap.groupMembershipKey", "uniqueMember",
                "kyuubi.authentication.ldap.userMembershipKey", "memberOf",
                "kyuubi.authentication.ldap.customLDAPQuery", "(objectClass=person)",
                "kyuubi.authentication.ldap.domain", "Corp.Example"));
    assertThat(config.urls())
        .containsExactly(
            new LdapUrl("a", 389, false),
            new LdapUrl("b", 1636, true),
            new LdapUrl("::1", 10389, false));
    assertThat(config.userBases()).containsExactly(new DN("ou=a,dc=x"), new DN("ou=b,dc=x"));
    assertThat(config.groupBases()).containsExactly(new DN("ou=g,dc=x"));
    assertThat(config.nameAttributes()).containsExactly("mail", "uid", "sAMAccountName", "cn");
    assertThat(config.domain()).contains("corp.example");
    assertThat(config.bindAccount().orElseThrow().name()).isEqualTo("cn=svc,dc=example,dc=com");
    assertThat(config.admission().users()).containsExactly("alice", "bob");
    assertThat(config.admission().groups()).containsExactly("g1", "g2");
    assertThat(config.admission().query()).isPresent();
    assertThat(config.groups())
        .isEqualTo(new LdapConfig.Groups("group", "uniqueMember", Optional.of("memberOf"), false));
    assertThat(config.toString()).doesNotContain("secret");
  }

  @Test
  void aDomainAloneGivesTheBase() throws Exception {
    LdapConfig config =
        LdapConfigReader.read(settings(LDAP + "url", "ldap://a", LDAP + "domain", "corp.example"));
    assertThat(config.userBases()).containsExactly(new DN("dc=corp,dc=example"));
    assertThat(config.groupBases()).containsExactly(new DN("dc=corp,dc=example"));
  }

  @Test
  void tellsAllProblemsTogether() {
    Settings broken =
        settings(
            LDAP + "url", "http://a ldap:// ldap://a/dc=x",
            LDAP + "baseDN", "not a dn",
            LDAP + "userDNPattern", "uid=alice,dc=x:%s",
            LDAP + "guidKey", "uid)(",
            LDAP + "binddn", "cn=svc",
            LDAP + "customLDAPQuery", "(objectClass=person",
            LDAP + "connect-timeout", "soon",
            LDAP + "pool.size", "0");
    assertThatThrownBy(() -> LdapConfigReader.read(broken))
        .isInstanceOfSatisfying(
            SluiceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .hasMessageContaining("'http://a' starts with neither ldap:// nor ldaps://")
        .hasMessageContaining("ldap://a/dc=x")
        .hasMessageContaining("not a dn")
        .hasMessageContaining("uid=alice,dc=x")
        .hasMessageContaining("guidKey")
        .hasMessageContaining(LDAP + "bindpw: is not set, but binddn is")
        .hasMessageContaining("customLDAPQuery")
        .hasMessageContaining("connect-timeout")
        .hasMessageContaining("pool.size");
  }

  @Test
  void anEmptyServicePasswordIsRefusedSinceItWouldBindAnonymously() {
    Settings empty =
        settings(
            LDAP + "url", "ldap://a",
            LDAP + "baseDN", "dc=x",
            LDAP + "binddn", "cn=svc",
            LDAP + "bindpw", "");
    assertThatThrownBy(() -> LdapConfigReader.read(empty)).hasMessageContaining("bindpw is empty");
  }

  @Test
  void aGroupFilterNeedsAPlaceToLookForGroups() {
    Settings nowhere =
        settings(
            LDAP + "url", "ldap://a",
            LDAP + "userDNPattern", "uid=%s,ou=people,dc=x",
            LDAP + "groupFilter", "g");
    assertThatThrownBy(() -> LdapConfigReader.read(nowhere))
        .hasMessageContaining("groupFilter")
        .hasMessageContaining("groupDNPattern");
  }

  @Test
  void peopleNeedAPlaceToo() {
    assertThatThrownBy(() -> LdapConfigReader.read(settings(LDAP + "url", "ldap://a")))
        .hasMessageContaining("baseDN");
  }
}
