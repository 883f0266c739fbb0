/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.config;

import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One setting: its key, type, default, documentation and who may set it. A key starts with {@code
 * sluice.}; the same key with {@code kyuubi.} in front is read too (see {@link Settings}).
 */
public final class Option<T> {
  /** Who may give an option a value. */
  public enum Audience {
    /** Only the administrator, in the gateway's configuration file. */
    SERVER,
    /** A session too, in its URL or with SET. */
    SESSION
  }

  private final String key;
  private final String type;
  private final Function<String, T> parser;
  private final T defaultValue;
  private final String documentation;
  private final Audience audience;
  private final boolean secret;
  private final boolean readAsKyuubi;

  private Option(Builder<T> builder) {
    this.key = builder.key;
    this.type = builder.type;
    this.parser = builder.parser;
    this.defaultValue = builder.defaultValue;
    this.documentation = requireNonNull(builder.documentation, () -> builder.key + " has no doc");
    this.audience = builder.audience;
    this.secret = builder.secret;
    this.readAsKyuubi = builder.readAsKyuubi;
  }

  public static Builder<String> string(String key) {
    return new Builder<>(key, "string", Function.identity());
  }

  public static Builder<Boolean> bool(String key) {
    return new Builder<>(key, "boolean", Option::parseBoolean);
  }

  public static Builder<Integer> integer(String key) {
    return new Builder<>(key, "integer", Integer::valueOf);
  }

  /** A duration: ISO 8601 ({@code PT30S}), a number with a unit ({@code 30s}), or milliseconds. */
  public static Builder<Duration> duration(String key) {
    return new Builder<>(key, "duration", Durations::parse);
  }

  /** A size in bytes: {@code 16mb}, {@code 64k}, or a plain number. */
  public static Builder<Long> size(String key) {
    return new Builder<>(key, "size", Sizes::parse);
  }

  public static <E extends Enum<E>> Builder<E> choice(String key, Class<E> values) {
    List<E> constants = List.of(values.getEnumConstants());
    return new Builder<>(
        key,
        "one of " + constants,
        text ->
            constants.stream()
                .filter(c -> c.name().equalsIgnoreCase(text.replace('-', '_')))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("is not one of " + constants)));
  }

  /** A list of strings; empty elements are dropped. */
  public static Builder<List<String>> list(String key, String separatorRegex) {
    return new Builder<>(
        key,
        "list",
        text ->
            Arrays.stream(text.split(separatorRegex))
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .toList());
  }

  public String key() {
    return key;
  }

  /** The type's name for the documentation. */
  public String type() {
    return type;
  }

  public Optional<T> defaultValue() {
    return Optional.ofNullable(defaultValue);
  }

  public String documentation() {
    return documentation;
  }

  public Audience audience() {
    return audience;
  }

  /** True if the value must never be printed. */
  public boolean isSecret() {
    return secret;
  }

  /** The key that Kyuubi gives the same setting, if it has it with the same meaning. */
  public Optional<String> kyuubiKey() {
    return readAsKyuubi
        ? Optional.of("kyuubi." + key.substring("sluice.".length()))
        : Optional.empty();
  }

  /**
   * The value that a text stands for.
   *
   * @throws SluiceException INVALID_SETTING, naming the key; a secret's text is not repeated
   */
  public T parse(String text) {
    try {
      return parser.apply(text.strip());
    } catch (OutOfBounds e) {
      throw refused(text, "is refused: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw refused(
          text, type.startsWith("one of") ? "is not " + type : notOfType(e.getMessage()), e);
    }
  }

  private String notOfType(String why) {
    return "is not " + (type.startsWith("i") ? "an " : "a ") + type + ": " + why;
  }

  private SluiceException refused(String text, String what, IllegalArgumentException cause) {
    String shown = secret ? "(hidden)" : '\'' + text + '\'';
    return new SluiceException(
        ErrorCode.INVALID_SETTING, "Setting " + key + ": " + shown + ' ' + what + '.', cause);
  }

  @Override
  public String toString() {
    return key;
  }

  private static Boolean parseBoolean(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("use true or false");
    };
  }

  /** The text is of the option's type, but its value is not one that the option takes. */
  private static final class OutOfBounds extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    OutOfBounds(String rule) {
      super(rule);
    }
  }

  /** Builds an {@link Option}; {@link #doc} is required. */
  public static final class Builder<T> {
    private final String key;
    private final String type;
    private Function<String, T> parser;
    private T defaultValue;
    private String documentation;
    private Audience audience = Audience.SERVER;
    private boolean secret;
    private boolean readAsKyuubi = true;

    private Builder(String key, String type, Function<String, T> parser) {
      if (!key.startsWith("sluice.")) {
        throw new IllegalArgumentException(key + " does not start with sluice.");
      }
      this.key = key;
      this.type = type;
      this.parser = parser;
    }

    public Builder<T> defaultsTo(T value) {
      this.defaultValue = requireNonNull(value, "value is null");
      return this;
    }

    public Builder<T> doc(String text) {
      this.documentation = requireNonNull(text, "text is null");
      return this;
    }

    /** Adds a bound; {@code rule} completes "the value must …". */
    public Builder<T> must(String rule, Predicate<T> holds) {
      Function<String, T> inner = parser;
      this.parser =
          text -> {
            T value = inner.apply(text);
            if (!holds.test(value)) {
              throw new OutOfBounds("it must " + rule);
            }
            return value;
          };
      return this;
    }

    public Builder<T> sessionMaySet() {
      this.audience = Audience.SESSION;
      return this;
    }

    public Builder<T> secret() {
      this.secret = true;
      return this;
    }

    /** For a setting Kyuubi lacks, or has with another meaning. */
    public Builder<T> unknownToKyuubi() {
      this.readAsKyuubi = false;
      return this;
    }

    public Option<T> build() {
      return new Option<>(this);
    }
  }
}
