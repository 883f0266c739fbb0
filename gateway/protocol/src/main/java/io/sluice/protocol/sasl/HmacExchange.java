/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * SLUICE-HMAC: each side proves that it knows the secret, over nonces of both, without sending it.
 *
 * <pre>
 * client: client nonce, name
 * server: server nonce, HMAC(secret, "server", client nonce, server nonce, name)
 * client: HMAC(secret, "client", client nonce, server nonce, name)
 * </pre>
 *
 * The role's name inside each proof keeps one side's proof from being played back as the other's.
 * The client checks the server's proof first, so that a stranger on the port learns nothing.
 */
final class HmacExchange {
  static final String MECHANISM = "SLUICE-HMAC";
  static final int NONCE = 32;
  private static final byte[] SERVER = "server".getBytes(UTF_8);
  private static final byte[] CLIENT = "client".getBytes(UTF_8);
  private static final int PROOF = 32;
  private static final int MAX_NAME = 1024;

  private final SharedSecret secret;
  private final byte[] clientNonce;
  private final byte[] serverNonce;
  private final byte[] name;

  private HmacExchange(SharedSecret secret, byte[] clientNonce, byte[] serverNonce, byte[] name) {
    this.secret = secret;
    this.clientNonce = clientNonce;
    this.serverNonce = serverNonce;
    this.name = name;
  }

  static byte[] nonce(SecureRandom random) {
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    return nonce;
  }

  /** The client's first message. */
  static byte[] hello(byte[] clientNonce, String name) {
    return concat(clientNonce, name.getBytes(UTF_8));
  }

  /** The exchange as the server sees it after the client's first message. */
  static HmacExchange atServer(SharedSecret secret, byte[] hello, byte[] serverNonce) {
    if (hello.length <= NONCE || hello.length > NONCE + MAX_NAME) {
      throw refused("the first message needs a nonce of 32 bytes and a name");
    }
    return new HmacExchange(
        secret,
        Arrays.copyOf(hello, NONCE),
        serverNonce,
        Arrays.copyOfRange(hello, NONCE, hello.length));
  }

  /**
   * The exchange as the client sees it after the server's challenge.
   *
   * @throws SluiceException LOGIN_FAILED if the server does not know the secret
   */
  static HmacExchange atClient(
      SharedSecret secret, byte[] clientNonce, String name, byte[] challenge) {
    if (challenge.length != NONCE + PROOF) {
      throw refused("the challenge has " + challenge.length + " bytes, not " + (NONCE + PROOF));
    }
    byte[] serverNonce = Arrays.copyOf(challenge, NONCE);
    byte[] proof = Arrays.copyOfRange(challenge, NONCE, challenge.length);
    HmacExchange exchange =
        new HmacExchange(secret, clientNonce, serverNonce, name.getBytes(UTF_8));
    if (!secret.accepts(proof, SERVER, clientNonce, serverNonce, exchange.name)) {
      throw refused("the server did not prove that it knows the secret");
    }
    return exchange;
  }

  byte[] challenge() {
    return concat(serverNonce, secret.prove(SERVER, clientNonce, serverNonce, name));
  }

  byte[] clientProof() {
    return secret.prove(CLIENT, clientNonce, serverNonce, name);
  }

  /**
   * @throws SluiceException LOGIN_FAILED if the client does not know the secret
   */
  void checkClient(byte[] proof) {
    if (!secret.accepts(proof, CLIENT, clientNonce, serverNonce, name)) {
      throw refused("the client did not prove that it knows the secret");
    }
  }

  String name() {
    return new String(name, UTF_8);
  }

  private static byte[] concat(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  private static SluiceException refused(String why) {
    return new SluiceException(ErrorCode.LOGIN_FAILED, MECHANISM + " login refused: " + why + ".");
  }
}
