/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DatasourcesTest {
  @TempDir private Path folder;

  private Datasources load(String yaml) throws IOException {
    Path file = folder.resolve("datasources.yaml");
    Files.writeString(file, yaml);
    return Datasources.load(file);
  }

  @Test
  void everyPlatformIsReadWithItsKeys() throws IOException {
    Datasources datasources =
        load(
            """
            datasources:
              - name: mysql_biz
                platform: mysql
                url: jdbc:mysql://127.0.0.1:3306/
                user: shop
                password: secret
                platform_instance: prod
              - {name: lake, platform: iceberg, catalog: {type: hadoop, warehouse: file:/data/lake}}
              - name: 湖
                platform: hudi
                path: file:/data/hudi
                env: dev
                hadoop: {fs.s3a.endpoint: http://s3}
              - {name: warehouse, platform: hive}
            """);

    assertThat(datasources.names()).containsExactly("mysql_biz", "lake", "湖", "warehouse");
    Datasource mysql = datasources.get("mysql_biz");
    assertThat(mysql.required("url")).isEqualTo("jdbc:mysql://127.0.0.1:3306/");
    assertThat(mysql.platformInstance()).contains("prod");
    assertThat(datasources.get("lake").propertiesUnder("catalog."))
        .containsOnlyKeys("type", "warehouse");
    assertThat(datasources.get("湖").env()).isEqualTo("DEV");
    assertThat(datasources.get("湖").property("hadoop.fs.s3a.endpoint")).isPresent();
    assertThat(datasources.get("warehouse").platform().isOpenable()).isFalse();
  }

  @Test
  void everythingWrongIsToldAtOnceWithLineAndKey() {
    assertThatThrownBy(
            () ->
                load(
                    """
                    datasources:
                      - name: a
                        platform: mysql
                        user: shop
                      - name: A
                        platform: oraclle
                      - name: 9lives
                        platform: hudi
                        path: file:/x
                        pathh: file:/y
                      - platform: iceberg
                        catalog: {type: glue, warehouse: x}
                      - name: b
                        platform: mysql
                        url: mysql://host/
                        url: jdbc:mysql://host/
                      - name: default_catalog
                        platform: hudi
                        path: [1, 2]
                      - name: c
                        platform: iceberg
                        catalog: {type: rest}
                    other: 1
                    """))
        .isInstanceOfSatisfying(
            SluiceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .hasMessageContainingAll(
            "line 2, key 'url': is missing",
            "line 5, key 'name': 'A' is there already, at line 2",
            "line 6, key 'platform': 'oraclle' is unknown",
            "line 7, key 'name': '9lives' cannot be a catalog",
            "line 10, key 'pathh': is unknown for platform hudi",
            "line 11, key 'name': is missing",
            "line 12, key 'catalog.type': 'glue' is unknown",
            "line 16, key 'url': is there twice",
            "line 17, key 'name': 'default_catalog' is taken",
            "line 19, key 'path': must be one value",
            "line 22, key 'catalog.uri': is missing for a rest catalog",
            "line 23, key 'other': is unknown");
  }

  @Test
  void aDatabaseInTheUrlOfAServerIsRefused() throws IOException {
    assertThatThrownBy(
            () ->
                load(
                    """
                    datasources:
                      - {name: a, platform: mysql, url: "jdbc:mysql://h:3306/hr?useSSL=false"}
                      - name: b
                        platform: mariadb
                        url: jdbc:mariadb://${file:/run/host}/${env:DB}
                      - {name: c, platform: mysql, url: "jdbc:mysql:h"}
                    """))
        .hasMessageContainingAll(
            "line 2, key 'url': names database 'hr'",
            "line 5, key 'url': names database",
            "line 6, key 'url': must name the server");
    assertThat(
            load("""
                datasources:
                  - {name: a, platform: mysql, url: "jdbc:mysql://h:3306?useSSL=false"}
                  - {name: b, platform: mysql, url: "jdbc:mysql://${file:/run/h}/?a=/b"}
                  - {name: c, platform: mysql, url: "${env:URL}"}
                """)
                .names())
        .containsExactly("a", "b", "c");
  }

  @Test
  void whatIsNotYamlIsToldWithItsLine() {
    assertThatThrownBy(() -> load("datasources:\n  - name: [a\n"))
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining("line 3: this is not YAML");
  }

  @Test
  void aMissingOrEmptyFileNamesNoDatasource() throws IOException {
    assertThat(Datasources.load(folder.resolve("none.yaml")).all()).isEmpty();
    assertThat(load("").all()).isEmpty();
    assertThat(load("datasources: []").all()).isEmpty();
  }

  @Test
  void aSecretIsResolvedAtUseAndShownNowhere() throws IOException {
    Path secret = folder.resolve("password");
    Files.writeString(secret, "S3cr!t/x?y&z\n");
    Datasource datasource =
        load("""
                datasources:
                  - name: biz
                    platform: mysql
                    url: jdbc:mysql://h/
                    password: ${file:%s}
                    user: ${env:SLUICE_NO_SUCH_USER}
                """
                .formatted(secret))
            .get("biz");

    assertThat(datasource.required("password")).isEqualTo("S3cr!t/x?y&z");
    Files.writeString(secret, "rotated");
    assertThat(datasource.required("password")).isEqualTo("rotated");
    assertThat(datasource.toString()).doesNotContain("rotated", "jdbc:mysql");
    assertThatThrownBy(() -> datasource.required("user"))
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining("Datasource biz, key user")
        .hasMessageContaining("SLUICE_NO_SUCH_USER");
  }

  @Test
  void anUnknownDatasourceIsToldWithThoseThereAre() throws IOException {
    Datasources datasources = load("datasources: [{name: lake, platform: hudi, path: /x}]");

    assertThatThrownBy(() -> datasources.get("sea"))
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_NOT_FOUND))
        .hasMessageContainingAll("sea", "lake");
  }
}
