/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The real beeline, as {@code bin/sluice beeline} starts it. */
@ExtendWith(GatewayExtension.class)
@Timeout(300)
class BeelineTest {
  @Test
  void findsTheRunningGatewayWithoutAnAddress(GatewayFixture gateway) throws IOException {
    Command.Result result = beeline(gateway, "alice-secret", "-e", "SHOW CATALOGS");
    assertThat(result.code()).as(result.errors()).isZero();
    assertThat(result.output().lines()).contains("mysql_biz", "lake", "hudi_lake");
  }

  @Test
  void runsEveryStatementOfAScriptOnceAndInOrder(GatewayFixture gateway, @TempDir Path folder)
      throws IOException {
    Path script =
        Files.writeString(
            folder.resolve("script.sql"),
            """
            -- a comment first (HIVE-21345)
            SELECT 1; --one
            SELECT 2; --two
            SELECT 'a;b', '%;';
            SELECT 3;
            """);
    Command.Result result =
        beeline(gateway, "alice-secret", "--showHeader=false", "-f", script.toString());
    assertThat(result.code()).as(result.errors()).isZero();
    assertThat(result.output().lines().filter(line -> !line.isBlank()))
        .containsExactly("1", "2", "a;b\t%;", "3");
  }

  @Test
  void aKilledClientsQueryIsStoppedAtMySql(GatewayFixture gateway) throws IOException {
    gateway
        .mysql()
        .execute(
            "CREATE DATABASE stuck",
            "CREATE TABLE stuck.one (id INT PRIMARY KEY)",
            "INSERT INTO stuck.one VALUES (1)",
            "CREATE VIEW stuck.slow AS SELECT SLEEP(600) AS s, id FROM stuck.one");
    gateway.harvest("mysql_biz");
    Process client =
        new ProcessBuilder(
                words(gateway, "alice-secret", "-e", "SELECT * FROM mysql_biz.stuck.slow"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      Processes.eventually("the query is at the server", () -> sleeping(gateway) == 1);
    } finally {
      Processes.killTree(client.toHandle());
    }
    Processes.eventually("the query is gone", () -> sleeping(gateway) == 0);
  }

  private static long sleeping(GatewayFixture gateway) {
    return (Long)
        gateway
            .mysql()
            .query(
                "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%`slow`%'"
                    + " AND info NOT LIKE '%processlist%'")
            .get(0)
            .get(0);
  }

  @Test
  void aWrongPasswordFailsWithoutSayingWhatWasWrong(GatewayFixture gateway) throws IOException {
    Command.Result result = beeline(gateway, "wrong", "-e", "SELECT 1");
    assertThat(result.code()).isNotZero();
    assertThat(result.errors()).doesNotContain("alice-secret").contains("Error");
  }

  @Test
  void aFailedStatementFailsTheCommand(GatewayFixture gateway) throws IOException {
    Command.Result result =
        beeline(gateway, "alice-secret", "-e", "SELECT * FROM mysql_biz.shop.no_such_table");
    assertThat(result.code()).isNotZero();
    assertThat(result.errors()).contains("no_such_table").contains("42S02");
  }

  private static Command.Result beeline(GatewayFixture gateway, String password, String... more)
      throws IOException {
    return new Command(words(gateway, password, more)).run(Duration.ofMinutes(3));
  }

  private static List<String> words(GatewayFixture gateway, String password, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                GatewayFixture.distribution().resolve("bin/sluice").toString(),
                "beeline",
                "--data",
                gateway.data().toString(),
                "--conf",
                gateway.conf().toString(),
                "-n",
                "alice",
                "-p",
                password,
                "--outputformat=tsv2"));
    words.addAll(List.of(more));
    return words;
  }
}
