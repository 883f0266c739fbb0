/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Option;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.server.engine.LaunchOptions;
import io.sluice.server.operation.LocalResult;
import io.sluice.server.operation.Operation;
import io.sluice.server.session.Session;
import io.sluice.server.session.SessionOptions;
import io.sluice.server.session.SettingRules;
import io.sluice.server.statement.LocalStatement.ChangeSetting;
import io.sluice.server.statement.LocalStatement.ResetSetting;
import io.sluice.server.statement.LocalStatement.ShowSetting;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** SET and RESET. What an engine has to know is sent on to the one that runs for the session. */
final class SettingStatements {
  /** Settings that are taken when a session opens; later they would have no effect. */
  private static final Set<Option<?>> OPEN_ONLY =
      Set.of(
          LaunchOptions.ENGINE_TYPE,
          LaunchOptions.SHARE_LEVEL,
          LaunchOptions.SUBDOMAIN,
          SessionOptions.IDLE_TIMEOUT);

  private final Operations operations;
  private final SettingRules rules;
  private final Settings settings;
  private final List<Option<?>> sessionOptions;

  /**
   * @param options every option the gateway knows
   */
  SettingStatements(
      Operations operations, SettingRules rules, Settings settings, List<Option<?>> options) {
    this.operations = requireNonNull(operations, "operations is null");
    this.rules = requireNonNull(rules, "rules is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.sessionOptions =
        options.stream().filter(o -> o.audience() == Option.Audience.SESSION).toList();
  }

  CompletionStage<Operation> list(Request request) {
    return operations.now(request, Answers.settings(effectiveSettings(request.session())));
  }

  CompletionStage<Operation> show(Request request, ShowSetting show) {
    return operations.now(
        request,
        Answers.setting(
            show.key(),
            effectiveSettings(request.session()).getOrDefault(show.key(), "<undefined>")));
  }

  private SortedMap<String, String> effectiveSettings(Session session) {
    SortedMap<String, String> all = new TreeMap<>();
    for (Option<?> option : sessionOptions) {
      if (!option.isSecret()) {
        settings.find(option).ifPresent(value -> all.put(option.key(), String.valueOf(value)));
      }
    }
    all.putAll(session.settings());
    return all;
  }

  CompletionStage<Operation> change(Request request, ChangeSetting change) {
    refuseOpenOnly(change.key());
    SettingRules.Setting setting = rules.check(change.key(), change.value());
    Session session = request.session();
    if (!setting.kept()) {
      return operations
          .now(request, LocalResult.none())
          .thenApply(operation -> noted(operation, setting.note()));
    }
    Runnable keep = () -> session.set(setting.key(), setting.value());
    if (setting.key().startsWith("sluice.") || session.engine().current().isEmpty()) {
      keep.run();
      return operations.now(request, LocalResult.none());
    }
    return operations.engine(
        request, "SET " + quoted(setting.key()) + " = " + quoted(setting.value()), keep);
  }

  CompletionStage<Operation> reset(Request request, ResetSetting reset) {
    reset.key().ifPresent(SettingStatements::refuseOpenOnly);
    Session session = request.session();
    Runnable keep = () -> session.reset(reset.key());
    boolean own = reset.key().map(key -> key.startsWith("sluice.")).orElse(false);
    if (own || session.engine().current().isEmpty()) {
      keep.run();
      return operations.now(request, LocalResult.none());
    }
    return operations.engine(
        request, "RESET" + reset.key().map(key -> " " + quoted(key)).orElse(""), keep);
  }

  private static void refuseOpenOnly(String key) {
    String own = key.startsWith("kyuubi.") ? "sluice." + key.substring("kyuubi.".length()) : key;
    if (OPEN_ONLY.stream().anyMatch(option -> option.key().equals(own))) {
      throw new SluiceException(
          ErrorCode.INVALID_SETTING,
          "Setting " + own + " is taken when a session opens. Put it into the connection's URL.");
    }
  }

  private static Operation noted(Operation operation, Optional<String> note) {
    note.ifPresent(operation::log);
    return operation;
  }

  private static String quoted(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }
}
