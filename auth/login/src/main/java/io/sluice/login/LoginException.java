/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import static java.util.Objects.requireNonNull;

/** A failed login with what the administrator needs to know; never shown to a client. */
final class LoginException extends Exception {
  private static final long serialVersionUID = 1L;

  private final LoginFailure failure;

  LoginException(LoginFailure failure, String detail) {
    this(failure, detail, null);
  }

  LoginException(LoginFailure failure, String detail, Throwable cause) {
    super(requireNonNull(detail, "detail is null"), cause);
    this.failure = requireNonNull(failure, "failure is null");
  }

  LoginFailure failure() {
    return failure;
  }
}
