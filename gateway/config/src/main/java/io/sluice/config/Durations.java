/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations as Kyuubi and Flink users write them. */
final class Durations {
  private static final Pattern NUMBER = Pattern.compile("(\\d+)\\s*(ms|s|min|m|h|d)?");

  private Durations() {}

  static Duration parse(String text) {
    Matcher matcher = NUMBER.matcher(text.toLowerCase(Locale.ROOT));
    if (matcher.matches()) {
      long amount = Long.parseLong(matcher.group(1));
      String unit = matcher.group(2);
      return switch (unit == null ? "ms" : unit) {
        case "ms" -> Duration.ofMillis(amount);
        case "s" -> Duration.ofSeconds(amount);
        case "m", "min" -> Duration.ofMinutes(amount);
        case "h" -> Duration.ofHours(amount);
        default -> Duration.ofDays(amount);
      };
    }
    try {
      Duration duration = Duration.parse(text);
      if (duration.isNegative()) {
        throw new IllegalArgumentException("it is negative");
      }
      return duration;
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("write 30s, 500ms or PT30S", e);
    }
  }
}
