/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.fixtures.IcebergRest;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Platform;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.ExplainDetail;
import org.junit.jupiter.api.Test;

/** Iceberg's REST catalog, with a token and with a client's credential. */
final class IcebergRestTest extends IcebergCatalogContract {
  private static final String TOKEN = "S3cretToken-of-rest";
  private static final String CREDENTIAL = "sluice:S3cretOfClient";

  private IcebergRest server;
  private Path tokenFile;

  @Override
  void startServer(Path folder) throws IOException {
    server = IcebergRest.start(TOKEN, CREDENTIAL);
    tokenFile = Files.writeString(folder.resolve("token"), TOKEN);
  }

  @Override
  void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  private static Datasource rest(String name, String uri, String... more) {
    Map<String, String> properties = new HashMap<>();
    properties.put("catalog.type", "rest");
    properties.put("catalog.uri", uri);
    for (int i = 0; i < more.length; i += 2) {
      properties.put("catalog." + more[i], more[i + 1]);
    }
    return Datasource.of(name, Platform.ICEBERG, properties);
  }

  @Override
  List<Datasource> datasources() {
    return List.of(
        rest("served", server.uri(), "token", "${file:" + tokenFile + "}"),
        rest("exchanged", server.uri(), "credential", CREDENTIAL),
        rest("refused", server.uri(), "token", "Wr0ngToken"),
        rest("unknown_client", server.uri(), "credential", "sluice:Wr0ngSecret"),
        rest("down", "http://127.0.0.1:1/", "token", TOKEN));
  }

  @Override
  Map<String, String> outsideProperties() {
    return new HashMap<>(Map.of("type", "rest", "uri", server.uri(), "token", TOKEN));
  }

  @Test
  void aCredentialIsExchangedForAToken() {
    sql().run("CREATE DATABASE exchanged.by_credential");
    sql().run("CREATE TABLE exchanged.by_credential.c AS SELECT 7 AS id");
    assertThat(sql().rows("SELECT * FROM exchanged.by_credential.c")).containsExactly("+I[7]");
  }

  @Test
  void noStatementShowsTheToken() throws Exception {
    sql().run("CREATE TABLE served.ods.shown (id INT)");
    sql().run("INSERT INTO served.ods.shown VALUES (1)");
    StringBuilder shown = new StringBuilder();
    shown.append(sql().rows("SHOW CREATE TABLE served.ods.shown"));
    shown.append(sql().rows("DESCRIBE EXTENDED served.ods.shown"));
    shown.append(
        sql()
            .tables()
            .explainSql(
                "INSERT INTO served.ods.shown SELECT id + 1 FROM served.ods.shown",
                ExplainDetail.JSON_EXECUTION_PLAN,
                ExplainDetail.ESTIMATED_COST));
    shown.append(sql().tables().getCatalog("served").orElseThrow());
    sql().run("CREATE TEMPORARY TABLE copied LIKE served.ods.shown");
    shown.append(sql().rows("SHOW CREATE TABLE copied"));
    assertThat(shown.toString()).contains("shown").doesNotContain("S3cret");
  }

  @Test
  void aWrongTokenOrCredentialIsRefusedAndNotRepeated() {
    for (String name : List.of("refused", "unknown_client")) {
      SluiceException e = Failures.failure(() -> sql().run("CREATE DATABASE " + name + ".x"));
      assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.SOURCE_REFUSED);
      assertThat(e.getMessage()).contains("Datasource " + name, "credentials");
      assertThat(trace(e)).doesNotContain("Wr0ng");
    }
  }

  @Test
  void aServerThatIsDownIsToldAsSuch() {
    SluiceException e = Failures.failure(() -> sql().run("CREATE DATABASE down.x"));
    assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.SOURCE_UNAVAILABLE);
    assertThat(e.getMessage()).contains("Datasource down");
    assertThat(trace(e)).doesNotContain("S3cret");
    assertThat(sql().rows("SELECT 1")).as("others work").containsExactly("+I[1]");
  }

  @Test
  void aServerThatGoesDownInASessionIsToldAtTheNextStatement() {
    IcebergRest other = IcebergRest.start(TOKEN, CREDENTIAL);
    try (Sql session =
        Sql.over(
            tokenFile.resolveSibling("outage"), Map.of(), rest("r", other.uri(), "token", TOKEN))) {
      session.run("CREATE DATABASE r.d");
      session.run("CREATE TABLE r.d.t AS SELECT 1 AS id");
      other.stop();
      Failures.assertFails(
          () -> session.rows("SELECT * FROM r.d.t"),
          ErrorCode.SOURCE_UNAVAILABLE,
          "Datasource r",
          "d.t");
      Failures.assertFails(
          () -> session.run("DROP TABLE r.d.t"), ErrorCode.SOURCE_UNAVAILABLE, "Datasource r");
    } finally {
      other.close();
    }
  }

  private static String trace(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
