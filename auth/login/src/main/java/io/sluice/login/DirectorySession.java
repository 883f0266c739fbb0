/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.LDAPSearchException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchScope;
import com.unboundid.ldap.sdk.SimpleBindRequest;
import io.sluice.error.SluiceException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Requests on one connection, each within the time that a login has left. */
final class DirectorySession {
  private final LDAPConnection connection;
  private final Deadline deadline;
  private final Duration responseTimeout;

  DirectorySession(LDAPConnection connection, Deadline deadline, Duration responseTimeout) {
    this.connection = connection;
    this.deadline = deadline;
    this.responseTimeout = responseTimeout;
  }

  /**
   * All entries of a search, or the first {@code atMost} of them.
   *
   * @param atMost how many are enough to know; 0 for all
   */
  List<SearchResultEntry> search(
      DN base, SearchScope scope, int atMost, Filter filter, String... attributes)
      throws LDAPException {
    SearchRequest request = new SearchRequest(base.toString(), scope, filter, attributes);
    request.setSizeLimit(atMost);
    request.setResponseTimeoutMillis(timeout());
    try {
      return connection.search(request).getSearchEntries();
    } catch (LDAPSearchException e) {
      List<SearchResultEntry> found = e.getSearchEntries();
      boolean enough =
          e.getResultCode().equals(ResultCode.SIZE_LIMIT_EXCEEDED)
              && atMost > 0
              && found != null
              && found.size() >= atMost;
      if (enough) {
        return found;
      }
      if (e.getResultCode().equals(ResultCode.NO_SUCH_OBJECT)) {
        throw new LDAPException(
            e.getResultCode(), "there is no " + base + ", or it may not be read", e);
      }
      throw e;
    }
  }

  /** One entry by its DN, if it is there and matches. */
  Optional<SearchResultEntry> read(DN dn, Filter filter, String... attributes)
      throws LDAPException {
    try {
      return search(dn, SearchScope.BASE, 1, filter, attributes).stream().findFirst();
    } catch (LDAPException e) {
      if (e.getResultCode().equals(ResultCode.NO_SUCH_OBJECT)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Binds once; the password is not empty. */
  void bind(String name, String password) throws LDAPException {
    SimpleBindRequest request =
        new SimpleBindRequest(name, password.getBytes(StandardCharsets.UTF_8));
    request.setResponseTimeoutMillis(timeout());
    connection.bind(request);
  }

  /** Binds as the gateway's own account. */
  void bind(BindAccount account) throws LDAPException, LoginException {
    SimpleBindRequest request = new SimpleBindRequest(account.name(), account.password());
    request.setResponseTimeoutMillis(timeout());
    try {
      connection.bind(request);
    } catch (SluiceException e) {
      throw new LoginException(LoginFailure.SERVICE_ACCOUNT_REFUSED, e.getMessage(), e);
    }
  }

  /** Asks something that every server answers, with or without an error, and that tells nothing. */
  void ping() throws LDAPException {
    try {
      read(DN.NULL_DN, Filter.createPresenceFilter("objectClass"), SearchRequest.NO_ATTRIBUTES);
    } catch (LDAPException e) {
      if (e.getResultCode().equals(ResultCode.TIMEOUT) || LdapFaults.isConnectionLost(e)) {
        throw e;
      }
    }
  }

  private long timeout() {
    return deadline.remaining(responseTimeout).toMillis();
  }
}
