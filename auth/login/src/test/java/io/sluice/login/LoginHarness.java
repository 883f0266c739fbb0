/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.sluice.config.Option;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.LoggerFactory;

/** A login service with what its client and its administrator see. */
final class LoginHarness implements AutoCloseable {
  private static final long TEST_LIMIT_SECONDS = 60;

  private final LoginService service;
  private final Appender log = new Appender();

  private LoginHarness(LoginService service) {
    this.service = service;
    log.start();
    logger().addAppender(log);
  }

  static Builder builder() {
    return new Builder();
  }

  static LoginHarness over(LoginService service) {
    return new LoginHarness(service);
  }

  CompletableFuture<Identity> start(String user, String password) {
    return service
        .login(new Credentials(user, password), InetAddress.getLoopbackAddress())
        .toCompletableFuture();
  }

  Identity login(String user, String password) {
    return get(start(user, password));
  }

  /** The client is told nothing but that it was refused, the log the reason. */
  void assertRefused(String user, String password, LoginFailure reason) {
    assertFailed(user, password, ErrorCode.LOGIN_FAILED, reason);
  }

  /** The client is told nothing but that no check was possible, the log the reason. */
  void assertUnavailable(String user, String password, LoginFailure reason) {
    assertFailed(user, password, ErrorCode.LOGIN_UNAVAILABLE, reason);
  }

  private void assertFailed(String user, String password, ErrorCode code, LoginFailure reason) {
    log.lines.clear();
    SluiceException told = failureOf(start(user, password));
    assertThat(log.lines).anyMatch(line -> line.contains(": " + reason + " for user "));
    assertThat(told.code()).isEqualTo(code);
    assertThat(told).hasNoCause();
    assertThat(told.getMessage()).isEqualTo(reason.forClient().getMessage());
    if (password != null && !password.isBlank()) {
      assertThat(log.lines).noneMatch(line -> line.contains(password));
    }
  }

  List<String> logLines() {
    return log.lines;
  }

  static SluiceException failureOf(CompletableFuture<Identity> login) {
    try {
      Identity identity = login.get(TEST_LIMIT_SECONDS, TimeUnit.SECONDS);
      throw new AssertionError("logged in as " + identity);
    } catch (ExecutionException e) {
      return (SluiceException) e.getCause();
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("no answer", e);
    }
  }

  static Identity get(CompletableFuture<Identity> login) {
    try {
      return login.get(TEST_LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("login failed", e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("no answer", e);
    }
  }

  @Override
  public void close() {
    service.close();
    logger().detachAppender(log);
    log.stop();
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger("io.sluice.login");
  }

  private static final class Appender extends AppenderBase<ILoggingEvent> {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    protected void append(ILoggingEvent event) {
      lines.add(event.getFormattedMessage());
    }
  }

  /** Settings, then a service. */
  static final class Builder {
    private final Map<String, String> values = new LinkedHashMap<>();

    Builder set(Option<?> option, String value) {
      values.put(option.key(), value);
      return this;
    }

    /** People as uid=…,ou=people,dc=example,dc=com, found by the account cn=gateway. */
    Builder serviceAccount(String... urls) {
      return set(LdapOptions.URL, String.join(" ", urls))
          .set(LdapOptions.BASE_DN, "dc=example,dc=com")
          .set(LdapOptions.BIND_DN, "cn=gateway,dc=example,dc=com")
          .set(LdapOptions.BIND_PASSWORD, "gateway-secret");
    }

    /** The same people, who bind by their DN. */
    Builder direct(String... urls) {
      return set(LdapOptions.URL, String.join(" ", urls))
          .set(LdapOptions.BASE_DN, "dc=example,dc=com")
          .set(LdapOptions.USER_DN_PATTERN, "uid=%s,ou=people,dc=example,dc=com");
    }

    Settings settings() {
      return Settings.of(values);
    }

    LoginHarness open() {
      return new LoginHarness(LoginService.open(settings()));
    }
  }
}
