/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;

/**
 * Why a login failed, as the log tells the administrator. The client is told only one of two
 * things: refused, or could not be checked; a finer answer would help who guesses names and
 * passwords.
 */
enum LoginFailure {
  /** No password, or one with a NUL, which some servers take for none. No request was made. */
  EMPTY_PASSWORD(true),
  /** The user name is empty, too long, or no name at all. No request was made. */
  INVALID_NAME(true),
  /** The name has a domain that is not ours. No request was made. */
  UNKNOWN_DOMAIN(true),
  /** The directory has no such person under the configured bases. */
  UNKNOWN_USER(true),
  /** More than one entry has this name. */
  AMBIGUOUS_USER(true),
  /** The directory did not accept the password. */
  WRONG_PASSWORD(true),
  /** The account is locked, disabled or expired, or its password is expired. */
  ACCOUNT_REFUSED(true),
  /** The person is not in the user filter. */
  USER_NOT_ALLOWED(true),
  /** The person is in no group of the group filter. */
  GROUP_NOT_ALLOWED(true),
  /** The custom query does not find the person. */
  QUERY_NOT_MATCHED(true),

  /** No directory server took a connection. */
  SERVER_UNREACHABLE(false),
  /** A directory server took the connection or request and did not answer in time. */
  SERVER_TIMEOUT(false),
  /** TLS failed: certificate not trusted, made for another host, or StartTLS refused. */
  TLS_FAILED(false),
  /** The directory refused the gateway's own account. */
  SERVICE_ACCOUNT_REFUSED(false),
  /** The directory answered with an error that is not about the person. */
  SERVER_ERROR(false),
  /** The password was right, but the person's entry gives no canonical name. */
  ENTRY_UNREADABLE(false),
  /** Too many logins are waiting. */
  OVERLOADED(false),
  /** The gateway is stopping. */
  SHUTTING_DOWN(false),
  /** A fault in the gateway. */
  INTERNAL(false);

  private final boolean personsFault;

  LoginFailure(boolean personsFault) {
    this.personsFault = personsFault;
  }

  /** True if the person was refused, false if the check could not be made. */
  boolean isRefusal() {
    return personsFault;
  }

  /** What the client is told: the same for every refusal, and the same for every fault. */
  SluiceException forClient() {
    return personsFault
        ? new SluiceException(
            ErrorCode.LOGIN_FAILED,
            "Login failed: the user name or the password is wrong, or this user may not log in"
                + " here. Check both, or ask the administrator of the gateway.")
        : new SluiceException(
            ErrorCode.LOGIN_UNAVAILABLE,
            "Login is not possible at the moment: the gateway could not check the user name and"
                + " password. Try again later; if it lasts, tell the administrator of the gateway.");
  }
}
