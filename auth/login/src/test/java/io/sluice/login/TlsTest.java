/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSimpleBindRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryOperationInterceptor;
import com.unboundid.util.ssl.KeyStoreKeyManager;
import com.unboundid.util.ssl.SSLUtil;
import com.unboundid.util.ssl.TrustAllTrustManager;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.fixtures.Certificate;
import io.sluice.login.HangingServer.Habit;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS to a directory whose certificate is not right, and servers without TLS. */
class TlsTest {
  private static final byte BIND = 0x60;

  @TempDir Path folder;

  private final AtomicInteger binds = new AtomicInteger();

  private InMemoryDirectoryServer server(Certificate certificate) throws Exception {
    SSLUtil ssl =
        new SSLUtil(
            new KeyStoreKeyManager(
                certificate.keyStore().toFile(), certificate.password().toCharArray()),
            new TrustAllTrustManager());
    InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("dc=example,dc=com");
    config.setSchema(null);
    config.setListenerConfigs(
        InMemoryListenerConfig.createLDAPSConfig(
            "ldaps",
            InetAddress.getLoopbackAddress(),
            0,
            ssl.createSSLServerSocketFactory(),
            ssl.createSSLSocketFactory()),
        InMemoryListenerConfig.createLDAPConfig(
            "ldap", InetAddress.getLoopbackAddress(), 0, ssl.createSSLSocketFactory()));
    config.addInMemoryOperationInterceptor(
        new InMemoryOperationInterceptor() {
          @Override
          public void processSimpleBindRequest(InMemoryInterceptedSimpleBindRequest r) {
            binds.incrementAndGet();
          }
        });
    InMemoryDirectoryServer server = new InMemoryDirectoryServer(config);
    server.add("dn: dc=example,dc=com", "objectClass: domain");
    server.add("dn: ou=people,dc=example,dc=com", "objectClass: organizationalUnit");
    server.add(
        "dn: uid=alice,ou=people,dc=example,dc=com",
        "objectClass: person",
        "uid: alice",
        "userPassword: alice-pw");
    server.startListening();
    return server;
  }

  private static LoginHarness.Builder ldaps(InMemoryDirectoryServer server) {
    return LoginHarness.builder().direct("ldaps://127.0.0.1:" + server.getListenPort("ldaps"));
  }

  private static LoginHarness.Builder startTls(InMemoryDirectoryServer server) {
    return LoginHarness.builder()
        .direct("ldap://127.0.0.1:" + server.getListenPort("ldap"))
        .set(LdapOptions.START_TLS, "true");
  }

  @Test
  void aTrustedCertificateOfThisHostIsTaken() throws Exception {
    Certificate right = Certificate.selfSigned(folder, "right", "ip:127.0.0.1");
    InMemoryDirectoryServer server = server(right);
    try (LoginHarness ldaps =
            ldaps(server).set(LdapOptions.TRUST_STORE, right.certificate().toString()).open();
        LoginHarness startTls =
            startTls(server).set(LdapOptions.TRUST_STORE, right.certificate().toString()).open()) {
      assertThat(ldaps.login("alice", "alice-pw").user()).isEqualTo("alice");
      assertThat(startTls.login("alice", "alice-pw").user()).isEqualTo("alice");
    } finally {
      server.shutDown(true);
    }
  }

  @Test
  void aCertificateForAnotherHostIsRefusedBeforeThePasswordGoesOut() throws Exception {
    Certificate other = Certificate.selfSigned(folder, "other", "dns:elsewhere.example");
    InMemoryDirectoryServer server = server(other);
    try (LoginHarness ldaps =
            ldaps(server).set(LdapOptions.TRUST_STORE, other.certificate().toString()).open();
        LoginHarness startTls =
            startTls(server).set(LdapOptions.TRUST_STORE, other.certificate().toString()).open()) {
      ldaps.assertUnavailable("alice", "alice-pw", LoginFailure.TLS_FAILED);
      startTls.assertUnavailable("alice", "alice-pw", LoginFailure.TLS_FAILED);
      assertThat(binds).hasValue(0);
    } finally {
      server.shutDown(true);
    }
  }

  @Test
  void aCertificateThatNobodyTrustsIsRefused() throws Exception {
    InMemoryDirectoryServer server =
        server(Certificate.selfSigned(folder, "unknown", "ip:127.0.0.1"));
    Certificate another = Certificate.selfSigned(folder, "another", "ip:127.0.0.1");
    try (LoginHarness javasList = ldaps(server).open();
        LoginHarness otherList =
            startTls(server)
                .set(LdapOptions.TRUST_STORE, another.certificate().toString())
                .open()) {
      javasList.assertUnavailable("alice", "alice-pw", LoginFailure.TLS_FAILED);
      otherList.assertUnavailable("alice", "alice-pw", LoginFailure.TLS_FAILED);
      assertThat(binds).hasValue(0);
    } finally {
      server.shutDown(true);
    }
  }

  @Test
  void aServerThatRefusesStartTlsGetsNoPassword() throws Exception {
    try (HangingServer server = new HangingServer(Habit.REFUSES_START_TLS);
        LoginHarness logins =
            LoginHarness.builder().direct(server.url()).set(LdapOptions.START_TLS, "true").open()) {
      logins.assertUnavailable("alice", "alice-pw", LoginFailure.TLS_FAILED);
      assertThat(logins.logLines()).anyMatch(line -> line.contains("refused StartTLS"));
      assertThat(server.requests()).doesNotContain(BIND);
    }
  }

  @Test
  void anUnreadableTrustStoreIsToldAtStart() throws Exception {
    Path broken = Files.writeString(folder.resolve("broken.pem"), "not a certificate");
    LoginHarness.Builder configured =
        LoginHarness.builder()
            .direct("ldaps://127.0.0.1")
            .set(LdapOptions.TRUST_STORE, broken.toString());
    assertThatThrownBy(configured::open)
        .isInstanceOfSatisfying(
            SluiceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .hasMessageContaining("broken.pem")
        .hasMessageContaining(LdapOptions.TRUST_STORE.key());
  }
}
