/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Sorts what can go wrong at a directory into reasons for the log. */
final class LdapFaults {
  /** Active Directory puts its own code into the text of result 49. */
  private static final Pattern AD_DATA = Pattern.compile("\\bdata\\s+([0-9a-fA-F]{3})\\b");

  private static final Map<String, String> AD_REFUSALS =
      Map.of(
          "530", "may not log in at this time",
          "531", "may not log in from this machine",
          "532", "the password is expired",
          "533", "the account is disabled",
          "701", "the account is expired",
          "773", "the password must be changed first",
          "775", "the account is locked");

  private LdapFaults() {}

  /** A connection that could not be opened. */
  static LoginException connecting(LdapUrl url, IOException e, boolean tookAllTime) {
    if (e instanceof SocketTimeoutException || tookAllTime) {
      return new LoginException(
          LoginFailure.SERVER_TIMEOUT, url + " did not take the connection in time", e);
    }
    if (e instanceof SSLException) {
      return new LoginException(LoginFailure.TLS_FAILED, url + ": " + text(e), e);
    }
    return new LoginException(
        LoginFailure.SERVER_UNREACHABLE,
        url + ": " + e.getClass().getSimpleName() + " " + text(e),
        e);
  }

  /** A request that failed for a reason that is not the person's. */
  static LoginException request(LdapUrl url, LDAPException e) {
    ResultCode code = e.getResultCode();
    if (code.equals(ResultCode.TIMEOUT)) {
      return new LoginException(
          LoginFailure.SERVER_TIMEOUT, url + " did not answer a request in time", e);
    }
    if (isConnectionLost(e)) {
      return new LoginException(
          LoginFailure.SERVER_UNREACHABLE, url + " closed the connection: " + text(e), e);
    }
    return new LoginException(
        LoginFailure.SERVER_ERROR, url + " answered " + code + ": " + text(e), e);
  }

  /** The gateway's own bind. */
  static LoginException serviceBind(LdapUrl url, BindAccount account, LDAPException e) {
    if (e.getResultCode().equals(ResultCode.TIMEOUT) || isConnectionLost(e)) {
      return request(url, e);
    }
    return new LoginException(
        LoginFailure.SERVICE_ACCOUNT_REFUSED,
        url
            + " refused the gateway's account "
            + account
            + " with "
            + e.getResultCode()
            + adRefusal(e).map(why -> " (" + why + ")").orElse("")
            + "; nobody can log in until "
            + LdapOptions.BIND_DN
            + " and "
            + LdapOptions.BIND_PASSWORD
            + " are right",
        e);
  }

  /** A person's bind: what it says about the person, or that it says nothing about the person. */
  static LoginException personBind(LdapUrl url, LDAPException e) {
    return switch (e.getResultCode().intValue()) {
      case ResultCode.INVALID_CREDENTIALS_INT_VALUE ->
          adRefusal(e)
              .map(why -> new LoginException(LoginFailure.ACCOUNT_REFUSED, why))
              .orElseGet(
                  () ->
                      new LoginException(
                          LoginFailure.WRONG_PASSWORD, "the directory did not accept it"));
      case ResultCode.NO_SUCH_OBJECT_INT_VALUE ->
          new LoginException(LoginFailure.UNKNOWN_USER, "the directory has no such entry");
      case ResultCode.INAPPROPRIATE_AUTHENTICATION_INT_VALUE,
          ResultCode.CONSTRAINT_VIOLATION_INT_VALUE,
          ResultCode.INSUFFICIENT_ACCESS_RIGHTS_INT_VALUE,
          ResultCode.UNWILLING_TO_PERFORM_INT_VALUE ->
          new LoginException(
              LoginFailure.ACCOUNT_REFUSED,
              "the directory answered the bind with " + e.getResultCode() + " " + text(e));
      default -> request(url, e);
    };
  }

  static boolean isConnectionLost(LDAPException e) {
    ResultCode code = e.getResultCode();
    return code.equals(ResultCode.SERVER_DOWN)
        || code.equals(ResultCode.CONNECT_ERROR)
        || code.equals(ResultCode.DECODING_ERROR)
        || code.equals(ResultCode.ENCODING_ERROR);
  }

  private static Optional<String> adRefusal(LDAPException e) {
    String text = e.getDiagnosticMessage() == null ? e.getMessage() : e.getDiagnosticMessage();
    Matcher data = AD_DATA.matcher(text == null ? "" : text);
    return data.find()
        ? Optional.ofNullable(AD_REFUSALS.get(data.group(1)))
            .map(why -> why + " (data " + data.group(1) + ')')
        : Optional.empty();
  }

  /** Text from outside, fit for the log. */
  private static String text(Exception e) {
    return Printable.of(String.valueOf(e.getMessage()));
  }
}
