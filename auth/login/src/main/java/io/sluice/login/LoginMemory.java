/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Remembers right logins for a short time. Passwords are kept only as an HMAC under a key that this
 * process made and never shows. Failures are not remembered: a mended account works at once.
 */
final class LoginMemory {
  private static final int MAX_ENTRIES = 10_000;
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;
  private final long timeNanos;
  private final LongSupplier nanoClock;
  private final Map<Fingerprint, Entry> entries = new LinkedHashMap<>();

  private record Entry(Identity identity, long untilNanos) {}

  LoginMemory(Duration time, LongSupplier nanoClock) {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    this.key = new SecretKeySpec(random, ALGORITHM);
    this.timeNanos = time.toNanos();
    this.nanoClock = nanoClock;
  }

  /** Stands for a user name and password, and tells neither. */
  Fingerprint fingerprint(Credentials credentials) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      byte[] user = credentials.user().getBytes(StandardCharsets.UTF_8);
      mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(user.length).array());
      mac.update(user);
      return new Fingerprint(mac.doFinal(credentials.password().getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JVM has no " + ALGORITHM, e);
    }
  }

  synchronized Optional<Identity> find(Fingerprint fingerprint) {
    Entry entry = entries.get(fingerprint);
    if (entry == null) {
      return Optional.empty();
    }
    if (nanoClock.getAsLong() - entry.untilNanos() >= 0) {
      entries.remove(fingerprint);
      return Optional.empty();
    }
    return Optional.of(entry.identity());
  }

  /** Remembers a right login; the user's older password, if remembered, is forgotten. */
  synchronized void put(Fingerprint fingerprint, Identity identity) {
    if (timeNanos == 0) {
      return;
    }
    entries
        .entrySet()
        .removeIf(
            e ->
                e.getValue().identity().user().equals(identity.user())
                    || nanoClock.getAsLong() - e.getValue().untilNanos() >= 0);
    if (entries.size() >= MAX_ENTRIES) {
      entries.remove(entries.keySet().iterator().next());
    }
    entries.put(fingerprint, new Entry(identity, nanoClock.getAsLong() + timeNanos));
  }

  static final class Fingerprint {
    private final byte[] digest;

    private Fingerprint(byte[] digest) {
      this.digest = digest;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Fingerprint that && MessageDigest.isEqual(digest, that.digest);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(digest);
    }
  }
}
