/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;

/** PLAIN: one message with name and password. */
final class PlainMechanism implements ServerMechanism {
  static final String NAME = "PLAIN";
  private static final byte[] NOTHING = {};

  private final PlainAuthenticator authenticator;
  private final InetSocketAddress remote;

  PlainMechanism(PlainAuthenticator authenticator, InetSocketAddress remote) {
    this.authenticator = authenticator;
    this.remote = remote;
  }

  @Override
  public CompletionStage<Step> respond(byte[] response) {
    PlainCredentials credentials = PlainCredentials.parse(response);
    return authenticator
        .authenticate(credentials.user(), credentials.password(), remote)
        .thenApply(identity -> new Step(NOTHING, identity));
  }
}
