/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.Option;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LoginOptionsTest {
  @Test
  void everyKeyWithItsDefault() {
    Map<String, Object> defaults = new TreeMap<>();
    for (Option<?> option : LoginOptions.all()) {
      defaults.put(option.key(), option.defaultValue().<Object>map(v -> v).orElse("-"));
    }
    String ldap = "sluice.authentication.ldap.";
    Map<String, Object> expected = new TreeMap<>();
    expected.put("sluice.authentication", LoginMethod.LDAP);
    expected.put("sluice.authentication.threads", 16);
    expected.put("sluice.authentication.queue", 1000);
    expected.put("sluice.authentication.timeout", Duration.ofSeconds(20));
    expected.put("sluice.authentication.cache.time", Duration.ZERO);
    expected.put(ldap + "url", "-");
    expected.put(ldap + "baseDN", "-");
    expected.put(ldap + "domain", "-");
    expected.put(ldap + "netbios-domain", "-");
    expected.put(ldap + "guidKey", "uid");
    expected.put(ldap + "binddn", "-");
    expected.put(ldap + "bindpw", "-");
    expected.put(ldap + "userDNPattern", "-");
    expected.put(ldap + "groupDNPattern", "-");
    expected.put(ldap + "userFilter", List.of());
    expected.put(ldap + "groupFilter", List.of());
    expected.put(ldap + "groupClassKey", "groupOfNames");
    expected.put(ldap + "groupMembershipKey", "member");
    expected.put(ldap + "userMembershipKey", "-");
    expected.put(ldap + "customLDAPQuery", "-");
    expected.put(ldap + "nested-groups", false);
    expected.put(ldap + "start-tls", false);
    expected.put(ldap + "trust-store.path", "-");
    expected.put(ldap + "trust-store.password", "-");
    expected.put(ldap + "connect-timeout", Duration.ofSeconds(5));
    expected.put(ldap + "response-timeout", Duration.ofSeconds(5));
    expected.put(ldap + "pool.size", 8);
    expected.put(ldap + "pool.max-age", Duration.ofMinutes(10));
    expected.put(ldap + "retry-delay", Duration.ofSeconds(2));
    assertThat(defaults).isEqualTo(expected);
  }

  @Test
  void passwordsAreSecret() {
    assertThat(LoginOptions.all().stream().filter(Option::isSecret).map(Option::key))
        .containsExactlyInAnyOrder(
            "sluice.authentication.ldap.bindpw", "sluice.authentication.ldap.trust-store.password");
  }

  @Test
  void noSessionMaySetHowItLogsIn() {
    assertThat(LoginOptions.all()).allMatch(o -> o.audience() == Option.Audience.SERVER);
  }

  @Test
  void theManualHasEveryKeyAndEveryReason() throws Exception {
    String manual = Files.readString(Path.of("../../docs/login.md"));
    for (Option<?> option : LoginOptions.all()) {
      String key = option.key().replace("sluice.authentication.ldap.", "");
      assertThat(manual).contains('`' + key + '`');
    }
    for (LoginFailure reason : LoginFailure.values()) {
      assertThat(manual).contains('`' + reason.name() + '`');
    }
  }
}
