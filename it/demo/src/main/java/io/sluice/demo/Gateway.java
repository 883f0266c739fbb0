/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The gateway, started and stopped as a user does: with {@code bin/sluice}. */
final class Gateway {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration ENGINES_END = Duration.ofSeconds(30);
  private static final Pattern ADDRESS = Pattern.compile("jdbc:hive2://\\S+");

  private final Path sluice;
  private final Path conf;
  private final Path data;

  Gateway(Path home, Workplace workplace) {
    this.sluice = home.resolve("bin/sluice");
    this.conf = workplace.conf();
    this.data = workplace.gateway();
  }

  /** Reads the sources' metadata; gives what the command printed. */
  String harvest() throws IOException {
    return sluice("harvest").output();
  }

  /** Starts the gateway; gives its JDBC URL. */
  String start() throws IOException {
    String said = sluice("start").output();
    Matcher address = ADDRESS.matcher(said);
    if (!address.find()) {
      throw new DemoFailure("The gateway started and did not say where: " + said);
    }
    return address.group();
  }

  /**
   * Stops the gateway and waits until it and the engines it started have ended.
   *
   * @return what was wrong: processes that had to be killed
   */
  List<String> stop() throws IOException {
    List<ProcessHandle> processes = processes();
    if (processes.isEmpty()) {
      return List.of();
    }
    List<String> problems = List.of();
    try {
      sluice("stop");
      CompletableFuture.allOf(
              processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
          .get(ENGINES_END.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      List<ProcessHandle> left = processes.stream().filter(ProcessHandle::isAlive).toList();
      problems =
          List.of(
              "Still running "
                  + ENGINES_END.toSeconds()
                  + " s after the gateway's stop, now killed: "
                  + left.stream().map(p -> p.pid() + " " + commandLine(p)).toList());
    } catch (ExecutionException e) {
      throw new IllegalStateException("A process handle failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      processes.forEach(ProcessHandle::destroyForcibly);
    }
    return problems;
  }

  /** The gateway of this data folder and all that it started. */
  private List<ProcessHandle> processes() {
    List<ProcessHandle> found = new ArrayList<>();
    ProcessHandle.allProcesses()
        .filter(process -> commandLine(process).contains(data.toString()))
        .filter(process -> commandLine(process).contains("GatewayMain start"))
        .forEach(
            process -> {
              found.add(process);
              process.descendants().forEach(found::add);
            });
    return found;
  }

  private static String commandLine(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }

  private Command.Result sluice(String command) throws IOException {
    Command.Result result =
        Command.of(sluice.toString(), command, "--conf", conf.toString(), "--data", data.toString())
            .run(LIMIT);
    if (result.code() != 0) {
      throw new DemoFailure(
          "sluice " + command + " failed:\n" + result.output() + result.errors().strip());
    }
    return result;
  }
}
