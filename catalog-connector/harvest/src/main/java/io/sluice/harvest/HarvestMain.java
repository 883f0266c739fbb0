/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.Datasources;
import io.sluice.metadata.MetadataDb;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/sluice harvest}: exits 0 if all was read, 1 if something was not, 2 on wrong use. */
@Command(
    name = "sluice harvest",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Reads what tables the datasources have and writes it into the metadata DB.",
      "Without a name it reads every datasource of datasources.yaml that Sluice can open.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything was read and stored",
      "1:something could not be read or stored; the rest was",
      "2:wrong use"
    })
public final class HarvestMain implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "Datasources to read; all if none is named.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Take a DataHub file (what its file sink writes) instead of reading sources.")
  private List<Path> files = new ArrayList<>();

  @Option(names = "--dry-run", description = "Store nothing; print what would be stored.")
  private boolean dryRun;

  @Option(
      names = "--json",
      paramLabel = "OUT",
      description = "Write what was found to this file as one JSON array.")
  private Path json;

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description = "Folder of datasources.yaml and sluice.properties (conf).")
  private Path conf;

  @Option(names = "--data", paramLabel = "DIR", description = "Folder of the metadata DB (data).")
  private Path data;

  @Option(names = "--home", hidden = true, description = "Folder of the distribution.")
  private Path home = Path.of("");

  public static void main(String[] arguments) {
    System.exit(run(utf8(System.out), utf8(System.err), arguments));
  }

  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  /** The command without its process. */
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new HarvestMain())
        .setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler(
            (e, commandLine, result) -> {
              if (e instanceof SluiceException known) {
                err.println("error: " + known.clientMessage());
              } else {
                err.println("error: " + e);
                org.slf4j.LoggerFactory.getLogger(HarvestMain.class).error("Harvest failed", e);
              }
              err.flush();
              return CommandLine.ExitCode.SOFTWARE;
            })
        .execute(arguments);
  }

  @Override
  public Integer call() {
    if (!files.isEmpty() && !names.isEmpty()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "Give either datasource names or --file, not both.");
    }
    conf = conf == null ? home.resolve("conf") : conf;
    data = data == null ? home.resolve("data") : data;
    Datasources datasources = Datasources.load(conf.resolve(Datasources.FILE_NAME));
    Settings settings = Settings.load(conf.resolve("sluice.properties"));
    List<Datasource> wanted = files.isEmpty() ? wanted(datasources) : List.of();
    Console console = new Console(spec.commandLine().getOut(), spec.commandLine().getErr(), dryRun);
    try (Database database = Database.open(settings, data, dryRun)) {
      Harvest harvest = new Harvest(datasources, database.db(), dryRun, console, Sources::open);
      boolean whole = true;
      for (Path file : files) {
        whole &= harvest.file(file);
      }
      for (Datasource datasource : wanted) {
        whole &= harvest.datasource(datasource);
      }
      if (json != null) {
        writeListing(harvest.listing());
      }
      if (!whole) {
        console.error(
            "Not everything was read; see above." + (dryRun ? "" : " What was read is stored."));
      }
      if (!dryRun && mayAGatewayRun()) {
        console.summary("A running gateway sees new datasources after bin/sluice stop and start.");
      }
      return whole ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private void writeListing(Listing listing) {
    try {
      listing.write(json);
    } catch (IOException e) {
      throw new SluiceException(
          ErrorCode.INVALID_VALUE,
          "Cannot write the listing to " + json + ": " + e + ". Its folder must be there.",
          e);
    }
  }

  private List<Datasource> wanted(Datasources datasources) {
    checkThere(conf, "");
    checkThere(
        conf.resolve(Datasources.FILE_NAME), " Write it, or take a DataHub file with --file.");
    if (!names.isEmpty()) {
      return names.stream().distinct().map(datasources::get).toList();
    }
    if (datasources.all().isEmpty()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          conf.resolve(Datasources.FILE_NAME)
              + " names no datasource. Add one there, or take a DataHub file with --file.");
    }
    return datasources.all().stream().filter(d -> d.platform().isOpenable()).toList();
  }

  private void checkThere(Path path, String advice) {
    if (!Files.exists(path)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          path.toAbsolutePath().normalize() + " is not there; --conf names its folder." + advice);
    }
  }

  /** The gateway writes this file when it starts and deletes it when it ends. */
  private boolean mayAGatewayRun() {
    return Files.exists(data.resolve("gateway.pid"));
  }

  /** The metadata DB; in a dry run only if it is there already, and then only for reading. */
  private record Database(Optional<MetadataDb> db) implements AutoCloseable {
    static Database open(Settings settings, Path data, boolean dryRun) {
      return new Database(
          dryRun
              ? MetadataDb.openExisting(settings, data)
              : Optional.of(MetadataDb.open(settings, data)));
    }

    @Override
    public void close() {
      db.ifPresent(MetadataDb::close);
    }
  }
}
