/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks logins without blocking the caller. A bounded number of threads does the checks and a
 * bounded number of logins waits for them; one more is turned away at once. Each login is answered
 * by its deadline, which starts when it comes in, so a directory that hangs cannot make the queue a
 * second, longer wait.
 *
 * <p>Failures are {@link io.sluice.error.SluiceException}s of two codes: LOGIN_FAILED, one message
 * whatever was wrong with the person, and LOGIN_UNAVAILABLE, one message whatever was wrong with
 * the service. The log has the reason (see {@code docs/login.md}).
 */
public final class LoginService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoginService.class);

  private final LoginProvider provider;
  private final LoginMethod method;
  private final Duration timeout;
  private final ThreadPoolExecutor threads;

  /**
   * Opens the method that {@link LoginOptions#METHOD} names. The directory itself need not be up.
   *
   * @throws io.sluice.error.SluiceException INVALID_SETTING, INVALID_CONFIGURATION
   */
  public static LoginService open(Settings settings) {
    LoginMethod method = settings.get(LoginOptions.METHOD);
    LoginProvider provider =
        switch (method) {
          case LDAP -> LdapLogin.open(settings);
          case NONE -> UncheckedLogin.open();
        };
    return new LoginService(provider, method, settings);
  }

  LoginService(LoginProvider provider, LoginMethod method, Settings settings) {
    this.provider = requireNonNull(provider, "provider is null");
    this.method = requireNonNull(method, "method is null");
    this.timeout = settings.get(LoginOptions.TIMEOUT);
    int count = settings.get(LoginOptions.THREADS);
    AtomicInteger number = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            count,
            count,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(settings.get(LoginOptions.QUEUE)),
            task -> {
              Thread thread = new Thread(task, "login-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  public LoginMethod method() {
    return method;
  }

  /**
   * Checks the credentials.
   *
   * @param from the client's address, for the log
   * @return the identity, or fails with a {@link io.sluice.error.SluiceException} LOGIN_FAILED or
   *     LOGIN_UNAVAILABLE; completes on a thread of this service, or on the caller's
   */
  public CompletionStage<Identity> login(Credentials credentials, InetAddress from) {
    requireNonNull(credentials, "credentials is null");
    requireNonNull(from, "from is null");
    CompletableFuture<Identity> answer = new CompletableFuture<>();
    Deadline deadline = Deadline.in(timeout);
    try {
      threads.execute(() -> check(credentials, from, deadline, answer));
    } catch (RejectedExecutionException e) {
      fail(credentials, from, answer, overloaded());
    }
    return answer;
  }

  private LoginException overloaded() {
    return threads.isShutdown()
        ? new LoginException(LoginFailure.SHUTTING_DOWN, "the gateway is stopping")
        : new LoginException(
            LoginFailure.OVERLOADED,
            "more than " + threads.getQueue().size() + " logins wait; see " + LoginOptions.QUEUE);
  }

  private void check(
      Credentials credentials,
      InetAddress from,
      Deadline deadline,
      CompletableFuture<Identity> answer) {
    try {
      if (method != LoginMethod.NONE) {
        requirePassword(credentials);
      }
      if (deadline.isOver()) {
        throw new LoginException(
            LoginFailure.OVERLOADED,
            "waited longer than " + LoginOptions.TIMEOUT + " for a thread");
      }
      Identity identity = provider.login(credentials, deadline);
      LOG.info(
          "Login ok: user {} as {} from {}, groups {}",
          Printable.of(credentials.user()),
          Printable.of(identity.user()),
          from.getHostAddress(),
          identity.groups());
      answer.complete(identity);
    } catch (LoginException e) {
      fail(credentials, from, answer, e);
    } catch (RuntimeException | Error e) {
      fail(credentials, from, answer, new LoginException(LoginFailure.INTERNAL, "fault", e));
    }
  }

  private static void requirePassword(Credentials credentials) throws LoginException {
    if (credentials.password().isEmpty() || credentials.password().indexOf('\0') >= 0) {
      throw new LoginException(
          LoginFailure.EMPTY_PASSWORD, "the password is empty or has a NUL character");
    }
  }

  private static void fail(
      Credentials credentials,
      InetAddress from,
      CompletableFuture<Identity> answer,
      LoginException e) {
    String user = Printable.of(credentials.user());
    if (e.failure().isRefusal()) {
      LOG.warn(
          "Login refused: {} for user {} from {}: {}",
          e.failure(),
          user,
          from.getHostAddress(),
          e.getMessage());
    } else {
      LOG.error(
          "Login unavailable: {} for user {} from {}: {}",
          e.failure(),
          user,
          from.getHostAddress(),
          e.getMessage(),
          e.getCause());
    }
    answer.completeExceptionally(e.failure().forClient());
  }

  /**
   * Turns away what waits, waits for what runs, within the login timeout, and closes the method.
   */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Logins still run after {}; they are abandoned", timeout);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.shutdownNow();
      provider.close();
    }
  }
}
