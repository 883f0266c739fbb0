/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.thrift.hive.THandleIdentifier;
import io.sluice.thrift.hive.TOperationHandle;
import io.sluice.thrift.hive.TOperationType;
import io.sluice.thrift.hive.TSessionHandle;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.UUID;

/**
 * A session's or operation's handle: a public id, which is in logs, and a secret, which never is.
 * Look a handle up by its {@link #id()}, then check the secret with {@link #equals}, which takes
 * constant time.
 */
public final class Handle {
  private static final int PART = 16;
  private static final int SIZE = 2 * PART;

  private final UUID id;
  private final byte[] secret;

  private Handle(UUID id, byte[] secret) {
    this.id = requireNonNull(id, "id is null");
    this.secret = secret;
  }

  /** A new handle; id and secret come from {@code random}. */
  public static Handle random(SecureRandom random) {
    byte[] bytes = new byte[SIZE];
    random.nextBytes(bytes);
    return read(ByteBuffer.wrap(bytes));
  }

  /**
   * @throws SluiceException INVALID_HANDLE if a part is missing or not 16 bytes long
   */
  public static Handle of(THandleIdentifier identifier) {
    if (identifier == null
        || identifier.bufferForGuid() == null
        || identifier.bufferForSecret() == null
        || identifier.bufferForGuid().remaining() != PART
        || identifier.bufferForSecret().remaining() != PART) {
      throw new SluiceException(
          ErrorCode.INVALID_HANDLE,
          "Invalid handle: it needs a guid and a secret of 16 bytes each.");
    }
    ByteBuffer both = ByteBuffer.allocate(SIZE);
    both.put(identifier.bufferForGuid().duplicate()).put(identifier.bufferForSecret().duplicate());
    return read(both.flip());
  }

  /**
   * @throws SluiceException INVALID_HANDLE
   */
  public static Handle of(TSessionHandle handle) {
    return of(handle == null ? null : handle.getSessionId());
  }

  /**
   * @throws SluiceException INVALID_HANDLE
   */
  public static Handle of(TOperationHandle handle) {
    return of(handle == null ? null : handle.getOperationId());
  }

  /**
   * The handle whose {@link #encoded} form this is.
   *
   * @throws SluiceException INVALID_HANDLE
   */
  public static Handle decode(String text) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new SluiceException(
          ErrorCode.INVALID_HANDLE, "Invalid handle: it is not base64url.", e);
    }
    if (bytes.length != SIZE) {
      throw new SluiceException(
          ErrorCode.INVALID_HANDLE, "Invalid handle: it has " + bytes.length + " bytes, not 32.");
    }
    return read(ByteBuffer.wrap(bytes));
  }

  private static Handle read(ByteBuffer bytes) {
    UUID id = new UUID(bytes.getLong(), bytes.getLong());
    byte[] secret = new byte[PART];
    bytes.get(secret);
    return new Handle(id, secret);
  }

  public UUID id() {
    return id;
  }

  /** Id and secret as base64url without padding; as secret as the secret. */
  public String encoded() {
    ByteBuffer both = ByteBuffer.allocate(SIZE);
    both.put(guid()).put(secret);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(both.array());
  }

  public THandleIdentifier toIdentifier() {
    return new THandleIdentifier(guid(), ByteBuffer.wrap(secret.clone()));
  }

  public TSessionHandle toSessionHandle() {
    return new TSessionHandle(toIdentifier());
  }

  public TOperationHandle toOperationHandle(TOperationType type, boolean hasResultSet) {
    return new TOperationHandle(toIdentifier(), type, hasResultSet);
  }

  private ByteBuffer guid() {
    return ByteBuffer.allocate(PART)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .flip();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Handle that
        && id.equals(that.id)
        && MessageDigest.isEqual(secret, that.secret);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  /** The id alone. */
  @Override
  public String toString() {
    return id.toString();
  }
}
