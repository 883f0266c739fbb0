/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import io.sluice.error.SluiceException;
import io.sluice.server.discovery.DataDirectory;
import io.sluice.server.discovery.GatewayFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The gateway's commands. What they print is for people; errors go to standard error. */
@Command(
    name = "sluice",
    mixinStandardHelpOptions = true,
    description = "Starts, stops and looks at a Sluice gateway.",
    synopsisSubcommandLabel = "COMMAND")
final class GatewayCommand {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int NOT_RUNNING = 3;

  @Spec private CommandSpec spec;

  private GatewayCommand() {}

  /** Runs one command line and gives the exit code. */
  static int run(String... arguments) {
    return commandLine().execute(arguments);
  }

  static CommandLine commandLine() {
    return new CommandLine(new GatewayCommand())
        .setExecutionExceptionHandler(GatewayCommand::explain)
        .setUsageHelpAutoWidth(true);
  }

  private static int explain(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (failure instanceof SluiceException told) {
      err.println("sluice: " + told.getMessage());
    } else {
      err.println("sluice: an internal error (" + failure + ")");
      failure.printStackTrace(err);
    }
    err.flush();
    return FAILED;
  }

  /** The folders every command takes. */
  static final class Folders {
    @Option(
        names = "--home",
        paramLabel = "DIR",
        required = true,
        description = "The distribution's folder, with lib/.")
    private Path home;

    @Option(
        names = "--conf",
        paramLabel = "DIR",
        description = "Folder with sluice.properties and datasources.yaml (default: HOME/conf).")
    private Path conf;

    @Option(
        names = "--data",
        paramLabel = "DIR",
        description = "Folder for the gateway's data (default: HOME/data).")
    private Path data;

    Path home() {
      return home.toAbsolutePath().normalize();
    }

    Path conf() {
      return conf == null ? home().resolve("conf") : conf.toAbsolutePath().normalize();
    }

    Path data() {
      return data == null ? home().resolve("data") : data.toAbsolutePath().normalize();
    }
  }

  @Command(
      name = "start",
      mixinStandardHelpOptions = true,
      description = "Runs the gateway in the foreground until it is stopped.")
  int start(@Mixin Folders folders) throws InterruptedException {
    GatewayConfig config = GatewayConfig.load(folders.home(), folders.conf(), folders.data());
    CountDownLatch stopped = new CountDownLatch(1);
    Gateway gateway = Gateway.start(config);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  gateway.close();
                  stopped.countDown();
                },
                "gateway-stop"));
    say("Sluice is ready: " + url(folders).orElseThrow());
    stopped.await();
    return OK;
  }

  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description = "Stops the gateway of a data folder and waits until it has ended.")
  int stop(
      @Mixin Folders folders,
      @Option(
              names = "--timeout",
              paramLabel = "SECONDS",
              defaultValue = "60",
              description = "How long to wait (default: ${DEFAULT-VALUE}).")
          int timeout)
      throws InterruptedException {
    Optional<ProcessHandle> process = process(folders);
    if (process.isEmpty()) {
      complain("No gateway of " + folders.data() + " runs.");
      return NOT_RUNNING;
    }
    process.get().destroy();
    try {
      process.get().onExit().get(timeout, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      complain(
          "The gateway, process "
              + process.get().pid()
              + ", has not ended within "
              + Duration.ofSeconds(timeout)
              + "; see its log.");
      return FAILED;
    } catch (ExecutionException e) {
      throw new IllegalStateException("waiting for a process does not fail", e);
    }
    say("The gateway has stopped.");
    return OK;
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description =
          "Says whether the gateway of a data folder runs, and where. Exits 0 if it does.")
  int status(@Mixin Folders folders) {
    Optional<ProcessHandle> process = process(folders);
    if (process.isEmpty()) {
      complain("No gateway of " + folders.data() + " runs.");
      return NOT_RUNNING;
    }
    Optional<String> url = url(folders);
    if (url.isEmpty()) {
      complain("The gateway, process " + process.get().pid() + ", is starting or stopping.");
      return NOT_RUNNING;
    }
    say("The gateway, process " + process.get().pid() + ", runs: " + url.get());
    return OK;
  }

  /**
   * The gateway's process; the lock tells a living one from a number that another process has now.
   */
  private static Optional<ProcessHandle> process(Folders folders) {
    if (!DataDirectory.isHeld(folders.data())) {
      return Optional.empty();
    }
    return DataDirectory.read(folders.data(), GatewayFiles.PID)
        .filter(text -> text.matches("\\d+"))
        .flatMap(text -> ProcessHandle.of(Long.parseLong(text)));
  }

  private static Optional<String> url(Folders folders) {
    return DataDirectory.read(folders.data(), GatewayFiles.ADDRESS)
        .map(address -> "jdbc:hive2://" + address + "/");
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private void complain(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("sluice: " + line);
    err.flush();
  }
}
