/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.launch;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The 32 bytes a gateway and one engine share. Each engine has its own, derived from the cluster's
 * secret and the engine's id, so any gateway of the cluster can talk to any of its engines and
 * nothing has to be stored. Never printed.
 */
public final class EngineSecret {
  /** Length in bytes. */
  public static final int LENGTH = 32;

  private final byte[] bytes;

  private EngineSecret(byte[] bytes) {
    if (bytes.length != LENGTH) {
      throw new IllegalArgumentException("an engine secret has " + LENGTH + " bytes");
    }
    this.bytes = bytes.clone();
  }

  /** HMAC-SHA256(cluster secret, engine id). */
  public static EngineSecret derive(byte[] clusterSecret, String engineId) {
    requireNonNull(clusterSecret, "clusterSecret is null");
    return new EngineSecret(hmac(clusterSecret, requireNonNull(engineId, "engineId is null")));
  }

  /**
   * Reads the form that {@link #hex()} gives.
   *
   * @throws IllegalArgumentException if the text is not 64 hexadecimal digits; it is not repeated
   */
  public static EngineSecret parse(String hex) {
    try {
      return new EngineSecret(HexFormat.of().parseHex(hex));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("an engine secret is 64 hexadecimal digits", null);
    }
  }

  /** 64 lower-case hexadecimal digits; only for the launch specification. */
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  /** A copy of the secret, for the handshake on the engine's port. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** What an engine puts into the registry to show that it knows the secret. */
  public String proof(String engineId, String host, int port) {
    return HexFormat.of().formatHex(hmac(bytes, engineId + '|' + host + '|' + port));
  }

  /** True if the proof was made with this secret; compared in constant time. */
  public boolean proves(String proof, String engineId, String host, int port) {
    return MessageDigest.isEqual(
        proof(engineId, host, port).getBytes(StandardCharsets.UTF_8),
        proof.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EngineSecret that && MessageDigest.isEqual(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return EngineSecret.class.hashCode();
  }

  @Override
  public String toString() {
    return "EngineSecret(hidden)";
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java 17 runtime has HmacSHA256", e);
    }
  }
}
