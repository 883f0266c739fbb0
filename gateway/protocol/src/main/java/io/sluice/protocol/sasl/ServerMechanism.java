/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import java.util.concurrent.CompletionStage;

/** The server's side of one login by one mechanism; used by one event loop. */
interface ServerMechanism {
  /** Takes the client's next response; a failed stage or a throw refuses the login. */
  CompletionStage<Step> respond(byte[] response);

  /**
   * @param challenge goes to the client
   * @param identity null while the login goes on
   */
  record Step(byte[] challenge, Identity identity) {
    boolean isComplete() {
      return identity != null;
    }
  }
}
