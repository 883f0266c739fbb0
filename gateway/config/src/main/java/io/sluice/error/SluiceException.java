/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.error;

import static java.util.Objects.requireNonNull;

/**
 * The one exception of Sluice. Its message is for the reader: what happened to which object, then
 * what to do next. Causes stay in the log; only the message travels to the client.
 */
public final class SluiceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public SluiceException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public SluiceException(ErrorCode code, String message, Throwable cause) {
    super(requireNonNull(message, "message is null"), cause);
    this.code = requireNonNull(code, "code is null");
  }

  public ErrorCode code() {
    return code;
  }

  public String sqlState() {
    return code.sqlState();
  }

  /** The message as a client sees it, with its code in front. */
  public String clientMessage() {
    return code.label() + ' ' + getMessage();
  }
}
