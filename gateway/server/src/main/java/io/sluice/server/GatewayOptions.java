/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import io.sluice.config.Option;
import io.sluice.config.Settings;
import io.sluice.engine.service.EngineOptions;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.login.LoginOptions;
import io.sluice.metadata.CatalogOptions;
import io.sluice.metadata.MetadataOptions;
import io.sluice.server.discovery.DiscoveryOptions;
import io.sluice.server.engine.LaunchOptions;
import io.sluice.server.operation.OperationOptions;
import io.sluice.server.session.SessionOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every setting the gateway knows, and the files they come from. */
final class GatewayOptions {
  static final String FILE = "sluice.properties";

  /** Read below our own file, so that a Kyuubi installation can be taken over as it is. */
  static final String KYUUBI_FILE = "kyuubi-defaults.conf";

  /** Keys of an engine's own modules, which are not on this class path; the engine checks them. */
  private static final List<String> ENGINES_OWN =
      List.of("sluice.engine.flink.", "sluice.session.engine.flink.");

  private GatewayOptions() {}

  static List<Option<?>> all() {
    return Stream.of(
            FrontendOptions.all(),
            FrontendTls.all(),
            LoginOptions.all(),
            SessionOptions.all(),
            OperationOptions.all(),
            LaunchOptions.all(),
            EngineOptions.all(),
            DiscoveryOptions.all(),
            MetadataOptions.all(),
            CatalogOptions.all())
        .flatMap(List::stream)
        .collect(Collectors.toUnmodifiableList());
  }

  /**
   * Reads the settings of a configuration folder.
   *
   * @throws SluiceException INVALID_CONFIGURATION with everything that is wrong in them
   */
  static Settings load(Path confDirectory) {
    Settings settings =
        Settings.load(confDirectory.resolve(KYUUBI_FILE))
            .with(Settings.load(confDirectory.resolve(FILE)).asMap());
    check(settings, confDirectory.resolve(FILE).toString());
    return settings;
  }

  static void check(Settings settings, String where) {
    Map<String, String> own =
        settings.asMap().entrySet().stream()
            .filter(
                entry ->
                    all().stream().anyMatch(option -> option.key().equals(entry.getKey()))
                        || ENGINES_OWN.stream().noneMatch(entry.getKey()::startsWith))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    List<String> problems = Settings.of(own).problems(all());
    if (!problems.isEmpty()) {
      throw new SluiceException(
          ErrorCode.INVALID_CONFIGURATION,
          where + " is not right:\n  " + String.join("\n  ", problems));
    }
  }
}
