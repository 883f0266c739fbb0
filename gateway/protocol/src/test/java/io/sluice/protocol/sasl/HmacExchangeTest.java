/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.SluiceException;
import java.security.SecureRandom;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HmacExchangeTest {
  private final SecureRandom random = new SecureRandom();
  private final SharedSecret secret = SharedSecret.of(random.generateSeed(SharedSecret.SIZE));
  private final byte[] clientNonce = HmacExchange.nonce(random);
  private final byte[] hello = HmacExchange.hello(clientNonce, "gateway-ü");

  @Test
  void sidesThatShareTheSecretAcceptEachOther() {
    HmacExchange server = HmacExchange.atServer(secret, hello, HmacExchange.nonce(random));
    HmacExchange client =
        HmacExchange.atClient(secret, clientNonce, "gateway-ü", server.challenge());
    assertThatCode(() -> server.checkClient(client.clientProof())).doesNotThrowAnyException();
    assertThat(server.name()).isEqualTo("gateway-ü");
  }

  @Test
  void aProofIsGoodForOneExchangeOnly() {
    HmacExchange first = HmacExchange.atServer(secret, hello, HmacExchange.nonce(random));
    byte[] proof =
        HmacExchange.atClient(secret, clientNonce, "gateway-ü", first.challenge()).clientProof();
    HmacExchange second = HmacExchange.atServer(secret, hello, HmacExchange.nonce(random));
    assertRefused(() -> second.checkClient(proof));
  }

  @Test
  void theServersOwnProofIsNoProofOfAClient() {
    HmacExchange server = HmacExchange.atServer(secret, hello, HmacExchange.nonce(random));
    byte[] challenge = server.challenge();
    assertRefused(
        () ->
            server.checkClient(
                Arrays.copyOfRange(challenge, HmacExchange.NONCE, challenge.length)));
  }

  @Test
  void aProofUnderAnotherNameIsRefused() {
    HmacExchange server = HmacExchange.atServer(secret, hello, HmacExchange.nonce(random));
    assertRefused(
        () -> HmacExchange.atClient(secret, clientNonce, "gateway-2", server.challenge()));
  }

  @Test
  void everyChangedBitOfAChallengeIsNoticed() {
    byte[] challenge = HmacExchange.atServer(secret, hello, HmacExchange.nonce(random)).challenge();
    for (int i = 0; i < challenge.length * Byte.SIZE; i++) {
      byte[] changed = challenge.clone();
      changed[i / Byte.SIZE] ^= (byte) (1 << i % Byte.SIZE);
      assertRefused(() -> HmacExchange.atClient(secret, clientNonce, "gateway-ü", changed));
    }
  }

  @Test
  void messagesOfAnotherSizeAreRefused() {
    assertRefused(() -> HmacExchange.atServer(secret, clientNonce, clientNonce));
    assertRefused(() -> HmacExchange.atServer(secret, new byte[5000], clientNonce));
    assertRefused(() -> HmacExchange.atClient(secret, clientNonce, "n", new byte[63]));
    HmacExchange server = HmacExchange.atServer(secret, hello, HmacExchange.nonce(random));
    assertRefused(() -> server.checkClient(new byte[0]));
  }

  @Test
  void aClientTakesNoCompletionBeforeTheServerHasProvedItself() {
    ClientLogin.Exchange exchange = ClientLogin.hmac(secret, "gateway", random).start();
    assertThat(exchange.mayComplete()).isFalse();
  }

  @Test
  void secretsAreShownNowhere() {
    assertThat(secret).hasToString("SharedSecret[hidden]");
    assertThat(ClientLogin.hmac(secret, "n", random).toString()).doesNotContain(secret.toHex());
    assertThat(ClientLogin.plain("ann", "pw-of-ann").toString()).doesNotContain("pw-of-ann");
    assertThat(new PlainCredentials("ann", "pw-of-ann").toString()).doesNotContain("pw-of-ann");
  }

  private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(SluiceException.class).hasMessageContaining("refused");
  }
}
