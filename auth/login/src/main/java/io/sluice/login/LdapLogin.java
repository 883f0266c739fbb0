/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import io.sluice.config.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks logins against an LDAP directory, in one of two ways.
 *
 * <p>With the gateway's own account (binddn, bindpw) the account finds the person, then the person
 * binds on a connection of their own, once, then the account fetches the groups. Without it the
 * person binds at once, by the DN patterns or as {@code name@domain}, and then reads the own entry
 * and groups.
 *
 * <p>Only what does not send the password is done again on another server. A password goes out at
 * most once for an entry, because each wrong one brings the person's account nearer to its lock.
 */
final class LdapLogin implements LoginProvider {
  private static final Logger LOG = LoggerFactory.getLogger(LdapLogin.class);

  private final LdapConfig config;
  private final Watchdog watchdog;
  private final Directory directory;
  private final PersonSearch people;
  private final GroupSearch groups;
  private final AdmissionCheck admission;

  /**
   * @throws io.sluice.error.SluiceException INVALID_CONFIGURATION with every problem
   */
  static LdapLogin open(Settings settings) {
    LdapConfig config = LdapConfigReader.read(settings);
    Tls tls = Tls.open(settings);
    warn(config);
    return new LdapLogin(config, tls);
  }

  private LdapLogin(LdapConfig config, Tls tls) {
    this.config = config;
    this.watchdog = new Watchdog();
    this.directory =
        new Directory(
            config.urls().stream()
                .map(url -> new DirectoryServer(url, config, tls, watchdog))
                .toList());
    this.people = new PersonSearch(config);
    this.groups = new GroupSearch(config);
    this.admission = new AdmissionCheck(config);
  }

  private static void warn(LdapConfig config) {
    for (LdapUrl url : config.urls()) {
      if (!url.ldaps() && !config.startTls()) {
        LOG.warn(
            "Passwords go to {} in plain text. Use ldaps:// or set {} to true.",
            url,
            LdapOptions.START_TLS);
      }
    }
    LdapConfig.Admission admission = config.admission();
    if (admission.query().isPresent()
        && !(admission.users().isEmpty() && admission.groups().isEmpty())) {
      LOG.warn(
          "{} decides alone who may log in; {} and {} have no effect beside it.",
          LdapOptions.CUSTOM_QUERY,
          LdapOptions.USER_FILTER,
          LdapOptions.GROUP_FILTER);
    }
  }

  @Override
  public Identity login(Credentials credentials, Deadline deadline) throws LoginException {
    LoginName name = LoginName.parse(credentials.user(), config);
    return config.bindAccount().isPresent()
        ? throughService(name, credentials.password(), deadline)
        : directly(name, credentials.password(), deadline);
  }

  private Identity throughService(LoginName name, String password, Deadline deadline)
      throws LoginException {
    Person person = asService(deadline, session -> people.find(session, name));
    try (PersonConnection own = connect(deadline)) {
      own.bind(person.dn().toString(), password, deadline);
    }
    return asService(deadline, session -> identity(session, person));
  }

  private <T> T asService(Deadline deadline, DirectoryServer.Requests<T> requests)
      throws LoginException {
    return directory.call(deadline, server -> server.asService(deadline, requests));
  }

  private Identity directly(LoginName name, String password, Deadline deadline)
      throws LoginException {
    LoginException refusal = null;
    for (String bindName : bindNames(name)) {
      try (PersonConnection own = connect(deadline)) {
        own.bind(bindName, password, deadline);
        return own.requests(deadline, session -> readOwn(session, name, bindName));
      } catch (LoginException e) {
        boolean mayBeElsewhere =
            e.failure() == LoginFailure.WRONG_PASSWORD || e.failure() == LoginFailure.UNKNOWN_USER;
        if (!mayBeElsewhere) {
          throw e;
        }
        refusal = e;
      }
    }
    throw refusal;
  }

  /** Never two names of one entry: each is tried with the password. */
  private List<String> bindNames(LoginName name) throws LoginException {
    if (name instanceof LoginName.Entry entry) {
      if (!config.isUserBase(entry.dn())) {
        throw new LoginException(
            LoginFailure.UNKNOWN_USER, "the DN is not under " + config.userBases());
      }
      return List.of(entry.dn().toString());
    }
    String typed = name.typed();
    if (config.domain().isPresent()) {
      return List.of(typed + '@' + config.domain().get());
    }
    List<String> names = new ArrayList<>();
    for (DnPattern pattern : config.userPatterns()) {
      names.add(pattern.of(typed).toString());
    }
    return names;
  }

  private Identity readOwn(DirectorySession session, LoginName name, String bindName)
      throws LDAPException, LoginException {
    try {
      return identity(session, readOwnEntry(session, name, bindName));
    } catch (LDAPException e) {
      if (e.getResultCode().equals(ResultCode.INSUFFICIENT_ACCESS_RIGHTS)) {
        throw new LoginException(LoginFailure.ENTRY_UNREADABLE, unreadable(bindName), e);
      }
      throw e;
    } catch (LoginException e) {
      // Just bound, so it exists: the directory does not show it.
      throw e.failure() == LoginFailure.UNKNOWN_USER
          ? new LoginException(LoginFailure.ENTRY_UNREADABLE, unreadable(bindName), e)
          : e;
    }
  }

  private Person readOwnEntry(DirectorySession session, LoginName name, String bindName)
      throws LDAPException, LoginException {
    if (name instanceof LoginName.Entry) {
      return people.find(session, name);
    }
    // A bind as name@domain may be another person's than the one with that short name: whoever has
    // it as userPrincipalName comes first. So both are searched, and must be one entry.
    return config.domain().isPresent()
        ? people.find(session, new LoginName.Principal(name.typed(), config.domain().get()))
        : people.bound(session, new DN(bindName));
  }

  private static String unreadable(String bindName) {
    return Printable.of(bindName)
        + " could bind but not read the own entry; let people read theirs, or set "
        + LdapOptions.BIND_DN;
  }

  private Identity identity(DirectorySession session, Person person)
      throws LDAPException, LoginException {
    Set<String> names = groups.namesOf(session, person);
    admission.require(session, person, names);
    return new Identity(person.name(), names);
  }

  /**
   * A fresh connection to a server that is alive. Where there is another server to go to, the first
   * request tells nothing, so that a server that hangs does not get the password.
   */
  private PersonConnection connect(Deadline deadline) throws LoginException {
    return directory.call(
        deadline,
        server -> {
          PersonConnection own = new PersonConnection(server, server.connect(deadline));
          if (directory.hasSeveralServers()) {
            own.ping(deadline);
          }
          return own;
        });
  }

  @Override
  public void close() {
    try {
      directory.close();
    } finally {
      watchdog.close();
    }
  }

  /** A connection that one person binds on. */
  private record PersonConnection(DirectoryServer server, LDAPConnection connection)
      implements AutoCloseable {

    void ping(Deadline deadline) throws LoginException {
      boolean alive = false;
      try {
        requests(
            deadline,
            session -> {
              session.ping();
              return this;
            });
        alive = true;
      } finally {
        if (!alive) {
          close();
        }
      }
    }

    void bind(String name, String password, Deadline deadline) throws LoginException {
      try {
        server.on(
            connection,
            deadline,
            session -> {
              session.bind(name, password);
              return this;
            });
      } catch (LDAPException e) {
        LoginException failure = LdapFaults.personBind(server.url(), e);
        if (failure.failure() == LoginFailure.SERVER_TIMEOUT) {
          server.health().failedSlow(failure);
        }
        throw failure;
      }
    }

    <T> T requests(Deadline deadline, DirectoryServer.Requests<T> requests) throws LoginException {
      try {
        return server.on(connection, deadline, requests);
      } catch (LDAPException e) {
        throw LdapFaults.request(server.url(), e);
      }
    }

    @Override
    public void close() {
      connection.close();
    }
  }
}
