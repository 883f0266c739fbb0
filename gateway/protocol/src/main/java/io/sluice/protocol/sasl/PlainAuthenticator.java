/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;

/** Checks the name and password of SASL PLAIN. */
@FunctionalInterface
public interface PlainAuthenticator {
  /**
   * Called on an event loop: it must not block. A stage that fails with a {@link
   * io.sluice.error.SluiceException} refuses the login and its message reaches the client; any
   * other failure is told as an internal error and logged.
   *
   * @param user as the client gave it, never empty
   * @param password as the client gave it, perhaps empty
   */
  CompletionStage<Identity> authenticate(String user, String password, InetSocketAddress remote);
}
