/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import io.sluice.fixtures.EmbeddedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes the demo's settings: what a new user would write by hand, and nothing more. */
final class Configuration {
  private Configuration() {}

  static void write(Workplace workplace, String directoryUrl, String mysqlUrl, Passwords passwords)
      throws IOException {
    Files.createDirectories(workplace.conf());
    Files.createDirectories(workplace.gateway());
    secret(workplace.alicePassword(), passwords.alice());
    secret(workplace.shopPassword(), passwords.shop());
    Files.writeString(
        workplace.conf().resolve("sluice.properties"),
        """
        sluice.frontend.thrift.binary.bind.host = 127.0.0.1
        sluice.frontend.thrift.binary.bind.port = 0
        sluice.authentication = LDAP
        sluice.authentication.ldap.url = %s
        sluice.authentication.ldap.baseDN = %s
        sluice.authentication.ldap.guidKey = uid
        """
            .formatted(directoryUrl, EmbeddedDirectory.PEOPLE_DN));
    Files.writeString(
        workplace.conf().resolve("datasources.yaml"),
        """
        datasources:
          - name: mysql_biz
            platform: mysql
            url: %s
            user: shop
            password: ${file:%s}
          - name: lake
            platform: iceberg
            catalog: {type: hadoop, warehouse: "%s"}
          - name: hudi_lake
            platform: hudi
            path: "%s"
        """
            .formatted(
                mysqlUrl,
                workplace.shopPassword(),
                workplace.lake().toUri(),
                workplace.hudi().toUri()));
  }

  private static void secret(Path file, String text) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text);
  }
}
