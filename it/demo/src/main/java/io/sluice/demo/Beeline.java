/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import io.sluice.fixtures.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs statements through the real beeline, one process and so one connection each. */
final class Beeline {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Pattern SECONDS = Pattern.compile("row[s]? .*\\(([0-9.,]+) seconds\\)");

  private final Path sluice;
  private final String url;
  private final String user;
  private final Path passwordFile;

  /**
   * @param sluice the command {@code bin/sluice}
   * @param passwordFile a file that holds the password, so that the process list does not
   */
  Beeline(Path sluice, String url, String user, Path passwordFile) {
    this.sluice = sluice;
    this.url = url;
    this.user = user;
    this.passwordFile = passwordFile;
  }

  /**
   * Runs one statement.
   *
   * @throws DemoFailure if beeline says that it failed, with what it said
   */
  Answer run(String statement) throws IOException {
    Command.Result result =
        Command.of(
                sluice.toString(),
                "beeline",
                "-u",
                url,
                "-n",
                user,
                "-w",
                passwordFile.toString(),
                "--outputformat=tsv2",
                "-e",
                statement)
            .run(LIMIT);
    if (result.code() != 0) {
      throw new DemoFailure("beeline failed on: " + statement + "\n" + result.errors().strip());
    }
    return parse(result.output(), result.errors());
  }

  /** Reads beeline's tsv2 output and the time from its messages. */
  static Answer parse(String output, String messages) {
    List<List<String>> lines =
        output
            .lines()
            .filter(line -> !line.isBlank())
            .map(line -> List.of(line.split("\t", -1)))
            .toList();
    Matcher time = SECONDS.matcher(messages);
    Optional<String> seconds = Optional.empty();
    while (time.find()) {
      seconds = Optional.of(time.group(1));
    }
    return lines.isEmpty()
        ? new Answer(List.of(), List.of(), seconds)
        : new Answer(lines.get(0), lines.subList(1, lines.size()), seconds);
  }
}
