/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.executiongraph.failover.RestartBackoffTimeStrategyFactoryLoader;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.SqlDialect;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.apache.flink.table.planner.plan.utils.OperatorType;
import org.apache.flink.table.planner.utils.StreamExchangeModeUtils;
import org.apache.flink.table.runtime.generated.GeneratedFunction;

/**
 * Reads a value of one of Flink's options when it is set. Flink itself reads it much later, and
 * then each statement of the session fails, whatever it is.
 */
final class FlinkValues {
  /** What Flink makes of the settings, piece by piece; each throws if it cannot be made. */
  private static final List<Consumer<Configuration>> USES =
      List.of(
          StreamExecutionEnvironment::new,
          settings ->
              RestartBackoffTimeStrategyFactoryLoader.createRestartBackoffTimeStrategyFactory(
                  new StreamExecutionEnvironment(settings).getConfig().getRestartStrategy(),
                  settings,
                  settings,
                  true),
          settings ->
              settings
                  .getOptional(PipelineOptions.MAX_PARALLELISM)
                  .filter(most -> !most.equals(PipelineOptions.MAX_PARALLELISM.defaultValue()))
                  .ifPresent(most -> new StreamExecutionEnvironment().setMaxParallelism(most)),
          settings -> StreamExchangeModeUtils.getBatchStreamExchangeMode(settings, null),
          settings ->
              new GeneratedFunction<>("Empty", "public class Empty {}", new Object[0], settings));

  private FlinkValues() {}

  /**
   * @param others the settings it will stand beside
   * @throws SluiceException INVALID_SETTING if Flink could not read the value, or make anything of
   *     it
   */
  static void check(String key, String value, Configuration others) {
    ConfigOption<?> option = FlinkKeys.find(key).orElse(null);
    if (option != null) {
      try {
        Configuration.fromMap(Map.of(key, value)).get(option);
      } catch (RuntimeException e) {
        throw refused(key, value, allowed(option, e), e);
      }
      if (option.defaultValue() instanceof Number usual
          && usual.doubleValue() >= 0
          && value.strip().startsWith("-")) {
        throw refused(key, value, "It is not negative", null);
      }
      checkNames(key, option, value);
    }
    Configuration settings = new Configuration(others);
    settings.setString(key, value);
    for (Consumer<Configuration> use : USES) {
      try {
        use.accept(settings);
      } catch (RuntimeException e) {
        throw refused(key, value, said(e), e);
      }
    }
  }

  /** Names that Flink holds as text. */
  private static void checkNames(String key, ConfigOption<?> option, String value) {
    if (option.equals(RestartStrategyOptions.RESTART_STRATEGY)) {
      Set<String> names =
          Arrays.stream(RestartStrategyOptions.RestartStrategyType.values())
              .flatMap(type -> type.getAllAvailableValues().stream())
              .collect(Collectors.toCollection(TreeSet::new));
      if (!names.contains(value.toLowerCase(Locale.ROOT))) {
        throw refused(key, value, "It is one of " + names, null);
      }
    } else if (option.equals(TableConfigOptions.TABLE_SQL_DIALECT)) {
      if (!value.equalsIgnoreCase(SqlDialect.DEFAULT.name())) {
        throw refused(key, value, "Statements are Flink SQL, which is 'default'", null);
      }
    } else if (option.equals(ExecutionConfigOptions.TABLE_EXEC_DISABLED_OPERATORS)) {
      Set<String> names =
          Arrays.stream(OperatorType.values()).map(Enum::name).collect(Collectors.toSet());
      if (!Arrays.stream(value.split(",")).map(String::strip).allMatch(names::contains)) {
        throw refused(key, value, "It is some of " + new TreeSet<>(names), null);
      }
    } else if (option.equals(TableConfigOptions.LOCAL_TIME_ZONE)) {
      checkZone(key, value);
    }
  }

  private static void checkZone(String key, String value) {
    try {
      if (!value.equals(TableConfigOptions.LOCAL_TIME_ZONE.defaultValue())) {
        ZoneId.of(value);
      }
    } catch (DateTimeException e) {
      throw refused(key, value, "It is a time zone like Europe/Berlin or UTC", e);
    }
  }

  private static String allowed(ConfigOption<?> option, RuntimeException failure) {
    Object example = option.defaultValue();
    if (example instanceof Enum<?> one) {
      return oneOf(one.getDeclaringClass().getEnumConstants());
    }
    if (example instanceof Boolean) {
      return "It is true or false";
    }
    if (example instanceof Integer || example instanceof Long) {
      return "It is a whole number";
    }
    if (example instanceof Duration) {
      return "It is a time like 500 ms, 10 s or 5 min";
    }
    if (example instanceof MemorySize) {
      return "It is a size like 64 mb";
    }
    return said(failure);
  }

  private static String oneOf(Object[] values) {
    return "It is one of " + Arrays.toString(values).toLowerCase(Locale.ROOT);
  }

  private static String said(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage() == null ? "Flink cannot use it" : root.getMessage();
    String plain = message.replaceAll("(?:class )?(?:[a-z]\\w*\\.)+(?=[A-Z])", "").strip();
    return plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
  }

  private static SluiceException refused(String key, String value, String why, Throwable cause) {
    return new SluiceException(
        ErrorCode.INVALID_SETTING,
        "Setting " + key + ": '" + value + "' is not a value of it. " + why + '.',
        cause);
  }
}
