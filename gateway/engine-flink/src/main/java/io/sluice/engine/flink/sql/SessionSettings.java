/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static java.util.Objects.requireNonNull;

import io.sluice.config.Option;
import io.sluice.engine.service.EngineOptions;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.CatalogOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.table.api.config.TableConfigOptions;

/**
 * What a session may set, and has set. A key that is not here is refused, never ignored: most of
 * Flink's options only work when a cluster starts, some would let a session write files or load
 * code of its own.
 */
final class SessionSettings {
  private static final Pattern ALLOWED =
      Pattern.compile(
          "table\\..+|sql-client\\.execution\\.result-mode|execution\\.runtime-mode"
              + "|execution\\.batch-shuffle-mode|execution\\.batch\\..+|execution\\.buffer-timeout.*"
              + "|execution\\.checkpointing\\..+|execution\\.sorted-inputs\\..+"
              + "|parallelism\\.default|restart-strategy(\\..+)?"
              + "|pipeline\\.(name|max-parallelism|object-reuse|operator-chaining.*"
              + "|auto-watermark-interval|global-job-parameters)|state\\.ttl|collect-sink\\..+");
  private static final Pattern REFUSED =
      Pattern.compile(
          ".*(\\.dir|-dir|-directory|\\.path)|table\\.catalog-(store|modification).*"
              + "|table\\.builtin-.*|table\\.plan\\..*|table\\.resources\\..*"
              // Would drop rows, or cut values, in silence.
              + "|table\\.exec\\.sink\\.(not-null|type-length)-enforcer");

  /** Shown by SET even where the session has not set them. */
  private static final List<ConfigOption<?>> SHOWN =
      List.of(
          ExecutionOptions.RUNTIME_MODE,
          CoreOptions.DEFAULT_PARALLELISM,
          TableConfigOptions.LOCAL_TIME_ZONE);

  private final Configuration root;
  private final SortedMap<String, String> opened = new TreeMap<>();
  private final SortedMap<String, String> set = new TreeMap<>();

  /**
   * @param root the engine's own configuration, never shown but for a few keys
   */
  SessionSettings(Configuration root, Map<String, String> atOpen) {
    this.root = requireNonNull(root, "root is null");
    atOpen.forEach(this::open);
    set.putAll(opened);
  }

  /**
   * @throws SluiceException INVALID_SETTING if the key is not a session's to set, or the value
   *     wrong
   */
  void set(String key, String value) {
    String plain = withoutFlink(key);
    check(plain, value, set);
    set.put(plain, value);
  }

  /** Back to what the session was opened with. */
  void reset(String key) {
    String plain = withoutFlink(key);
    if (opened.containsKey(plain)) {
      set.put(plain, opened.get(plain));
    } else {
      set.remove(plain);
    }
  }

  void resetAll() {
    set.clear();
    set.putAll(opened);
  }

  /** The keys for Flink, without Sluice's own; the catalogs read theirs from Flink's. */
  Map<String, String> forFlink() {
    Map<String, String> flink = new TreeMap<>(set);
    flink.keySet().removeIf(key -> key.startsWith("sluice.") && !key.startsWith("sluice.catalog."));
    return flink;
  }

  Optional<String> find(String key) {
    return Optional.ofNullable(shown().get(withoutFlink(key)));
  }

  /** What SET lists; secrets hidden. */
  SortedMap<String, String> shown() {
    SortedMap<String, String> shown = new TreeMap<>();
    for (ConfigOption<?> option : SHOWN) {
      Object value = root.get(option);
      if (value != null) {
        shown.put(option.key(), value.toString());
      }
    }
    set.forEach(
        (key, value) -> shown.put(key, GlobalConfiguration.isSensitive(key) ? "******" : value));
    return shown;
  }

  private void open(String key, String value) {
    String plain = withoutFlink(key);
    boolean forFlink = key.startsWith("flink.") || ALLOWED.matcher(plain).matches();
    if (forFlink || isOwn(plain)) {
      check(plain, value, opened);
      opened.put(plain, value);
    }
    // Other keys are the gateway's, or of other engines, and mean nothing here.
  }

  private void check(String key, String value, Map<String, String> others) {
    Optional<Option<?>> own = own(key);
    if (own.isPresent()) {
      own.get().parse(value);
      return;
    }
    if (!isFlinks(key)) {
      throw new SluiceException(
          ErrorCode.INVALID_SETTING,
          "Setting "
              + key
              + " cannot be set by a session: it is unknown, or fixed when the engine starts. An administrator sets it as flink."
              + key
              + " in the gateway's configuration.");
    }
    FlinkKeys.requireKnown(key, SessionSettings::isFlinks);
    FlinkValues.check(key, value, with(others));
  }

  /** Whether the key is of a kind that Flink reads anew for each statement, and harmless. */
  private static boolean isFlinks(String key) {
    return ALLOWED.matcher(key).matches() && !REFUSED.matcher(key).matches();
  }

  private Configuration with(Map<String, String> others) {
    Configuration merged = new Configuration(root);
    merged.addAll(Configuration.fromMap(others));
    return merged;
  }

  private static boolean isOwn(String key) {
    return own(key).isPresent();
  }

  private static Optional<Option<?>> own(String key) {
    return Stream.concat(EngineOptions.all().stream(), CatalogOptions.all().stream())
        .filter(option -> option.audience() == Option.Audience.SESSION)
        .filter(
            option ->
                option.key().equals(key)
                    || option.kyuubiKey().filter(kyuubi -> kyuubi.equals(key)).isPresent())
        .<Option<?>>map(option -> option)
        .findFirst();
  }

  private static String withoutFlink(String key) {
    return key.startsWith("flink.") ? key.substring("flink.".length()) : key;
  }
}
