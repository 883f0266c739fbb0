/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldif.LDIFException;
import java.net.InetAddress;

/** The company's directory: an LDAP server in this process, with alice and bob in it. */
final class Directory implements AutoCloseable {
  static final String PEOPLE = "ou=people,dc=demo,dc=example";

  private final InMemoryDirectoryServer server;

  private Directory(InMemoryDirectoryServer server) {
    this.server = server;
  }

  static Directory start(Passwords passwords) {
    try {
      InMemoryDirectoryServerConfig config =
          new InMemoryDirectoryServerConfig("dc=demo,dc=example");
      config.setListenerConfigs(
          InMemoryListenerConfig.createLDAPConfig(
              "ldap", InetAddress.getLoopbackAddress(), 0, null));
      InMemoryDirectoryServer server = new InMemoryDirectoryServer(config);
      server.add("dn: dc=demo,dc=example", "objectClass: domain", "dc: demo");
      server.add("dn: " + PEOPLE, "objectClass: organizationalUnit", "ou: people");
      addPerson(server, "alice", passwords.alice());
      addPerson(server, "bob", passwords.bob());
      server.startListening();
      return new Directory(server);
    } catch (LDAPException | LDIFException e) {
      throw new IllegalStateException("Cannot start the directory: " + e.getMessage(), e);
    }
  }

  private static void addPerson(InMemoryDirectoryServer server, String name, String password)
      throws LDAPException, LDIFException {
    server.add(
        "dn: uid=" + name + "," + PEOPLE,
        "objectClass: inetOrgPerson",
        "uid: " + name,
        "cn: " + name,
        "sn: " + name,
        "userPassword: " + password);
  }

  String url() {
    return "ldap://127.0.0.1:" + server.getListenPort();
  }

  @Override
  public void close() {
    server.shutDown(true);
  }
}
