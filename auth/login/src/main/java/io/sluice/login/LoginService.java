/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Settings;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks logins without blocking the caller. A bounded number of threads does the checks and a
 * bounded number of logins waits for them; one more is turned away at once. Each login is answered
 * by its deadline, which starts when it comes in, so a directory that hangs cannot make the queue a
 * second, longer wait.
 *
 * <p>Equal credentials that come while they are being checked share that check: a tool that opens
 * eight connections at once with a wrong password costs the account one wrong bind, not eight.
 *
 * <p>Failures are {@link io.sluice.error.SluiceException}s of two codes: LOGIN_FAILED, one message
 * whatever was wrong with the person, and LOGIN_UNAVAILABLE, one message whatever was wrong with
 * the service. The log has the reason (see {@code docs/login.md}).
 */
public final class LoginService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoginService.class);
  private static final long GRACE_MILLIS = 1000;
  private static final long CLOSE_SECONDS = 5;

  private final LoginProvider provider;
  private final LoginMethod method;
  private final Duration timeout;
  private final ThreadPoolExecutor threads;
  private final LoginMemory memory;
  private final ConcurrentMap<LoginMemory.Fingerprint, CompletableFuture<Identity>> inFlight =
      new ConcurrentHashMap<>();

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
    this.memory = new LoginMemory(settings.get(LoginOptions.CACHE_TIME), System::nanoTime);
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
    BiConsumer<Identity, Throwable> reportAndAnswer =
        (identity, e) -> {
          if (e == null) {
            report(credentials, from, identity);
            answer.complete(identity);
          } else {
            LoginException failure = asLoginException(e);
            report(credentials, from, failure);
            answer.completeExceptionally(failure.failure().forClient());
          }
        };
    checkOnce(credentials).whenComplete(reportAndAnswer).exceptionally(e -> null);
    return answer;
  }

  /** Fails with {@link LoginException}; equal credentials that come meanwhile share the check. */
  private CompletableFuture<Identity> checkOnce(Credentials credentials) {
    if (method != LoginMethod.NONE && lacksPassword(credentials)) {
      return CompletableFuture.failedFuture(
          new LoginException(
              LoginFailure.EMPTY_PASSWORD, "the password is empty or has a NUL character"));
    }
    LoginMemory.Fingerprint fingerprint = memory.fingerprint(credentials);
    Optional<Identity> remembered = memory.find(fingerprint);
    if (remembered.isPresent()) {
      return CompletableFuture.completedFuture(remembered.get());
    }
    CompletableFuture<Identity> mine = new CompletableFuture<>();
    CompletableFuture<Identity> running = inFlight.putIfAbsent(fingerprint, mine);
    if (running != null) {
      return running;
    }
    Deadline deadline = Deadline.in(timeout);
    try {
      threads.execute(() -> check(credentials, fingerprint, deadline, mine));
      // The provider keeps the deadline itself; this is for what it has no hold on, like a name
      // service that does not answer.
      return mine.orTimeout(timeout.toMillis() + GRACE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      inFlight.remove(fingerprint, mine);
      mine.completeExceptionally(overloaded());
      return mine;
    }
  }

  private LoginException overloaded() {
    return threads.isShutdown()
        ? new LoginException(LoginFailure.SHUTTING_DOWN, "the gateway is stopping")
        : new LoginException(
            LoginFailure.OVERLOADED,
            threads.getQueue().size() + " logins wait already; see " + LoginOptions.QUEUE);
  }

  private void check(
      Credentials credentials,
      LoginMemory.Fingerprint fingerprint,
      Deadline deadline,
      CompletableFuture<Identity> result) {
    try {
      if (threads.isShutdown()) {
        throw overloaded();
      }
      if (deadline.isOver()) {
        throw new LoginException(
            LoginFailure.OVERLOADED,
            "waited for a thread longer than " + LoginOptions.TIMEOUT + " allows");
      }
      Identity identity = provider.login(credentials, deadline);
      memory.put(fingerprint, identity);
      inFlight.remove(fingerprint, result);
      result.complete(identity);
    } catch (LoginException | RuntimeException | Error e) {
      inFlight.remove(fingerprint, result);
      result.completeExceptionally(e);
    }
  }

  private static boolean lacksPassword(Credentials credentials) {
    return credentials.password().isEmpty() || credentials.password().indexOf('\0') >= 0;
  }

  private LoginException asLoginException(Throwable e) {
    if (e instanceof LoginException failure) {
      return failure;
    }
    return e instanceof TimeoutException
        ? new LoginException(LoginFailure.SERVER_TIMEOUT, "not answered within " + timeout)
        : new LoginException(LoginFailure.INTERNAL, "a fault in the gateway", e);
  }

  private static void report(Credentials credentials, InetAddress from, Identity identity) {
    LOG.info(
        "Login ok: user {} as {} from {}, groups {}",
        Printable.of(credentials.user()),
        Printable.of(identity.user()),
        from.getHostAddress(),
        identity.groups());
  }

  private static void report(Credentials credentials, InetAddress from, LoginException e) {
    String user = Printable.of(credentials.user());
    String address = from.getHostAddress();
    if (e.failure().isRefusal()) {
      LOG.warn(
          "Login refused: {} for user {} from {}: {}", e.failure(), user, address, e.getMessage());
    } else if (e.failure() == LoginFailure.INTERNAL) {
      LOG.error("Login unavailable: {} for user {} from {}", e.failure(), user, address, e);
    } else {
      LOG.error(
          "Login unavailable: {} for user {} from {}: {}",
          e.failure(),
          user,
          address,
          e.getMessage());
      LOG.debug("Login unavailable", e);
    }
  }

  /** Turns away what waits, gives what runs a few seconds, and closes the method. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("Some logins still run after {} s; they are broken off", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.shutdownNow();
      provider.close();
    }
  }
}
