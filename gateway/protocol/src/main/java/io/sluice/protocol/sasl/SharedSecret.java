/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Thirty-two secret bytes that a gateway and an engine both know, and the proofs made with them.
 * The bytes themselves never go over the wire.
 */
public final class SharedSecret {
  public static final int SIZE = 32;
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  private SharedSecret(byte[] bytes) {
    if (bytes.length != SIZE) {
      throw new IllegalArgumentException("A secret has " + SIZE + " bytes, not " + bytes.length);
    }
    this.key = new SecretKeySpec(bytes, ALGORITHM);
  }

  public static SharedSecret of(byte[] bytes) {
    return new SharedSecret(requireNonNull(bytes, "bytes is null"));
  }

  public static SharedSecret fromHex(String hex) {
    return of(HexFormat.of().parseHex(hex));
  }

  /** The secret of something named, which only who knows this secret can derive. */
  public SharedSecret derive(String name) {
    return of(mac(name.getBytes(UTF_8)));
  }

  /** HMAC-SHA256 over the parts, each preceded by its length so that no two lists look the same. */
  public byte[] prove(byte[]... parts) {
    int size = 0;
    for (byte[] part : parts) {
      size += Integer.BYTES + part.length;
    }
    ByteBuffer all = ByteBuffer.allocate(size);
    for (byte[] part : parts) {
      all.putInt(part.length).put(part);
    }
    return mac(all.array());
  }

  /**
   * True if {@code proof} is what {@link #prove} gives; takes the same time for any wrong proof.
   */
  public boolean accepts(byte[] proof, byte[]... parts) {
    return MessageDigest.isEqual(prove(parts), proof);
  }

  /** For handing the secret to a child process; as secret as the secret. */
  public String toHex() {
    return HexFormat.of().formatHex(key.getEncoded());
  }

  private byte[] mac(byte[] message) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java has " + ALGORITHM, e);
    }
  }

  @Override
  public String toString() {
    return "SharedSecret[hidden]";
  }
}
