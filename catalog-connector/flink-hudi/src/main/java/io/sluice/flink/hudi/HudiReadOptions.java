/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.Serializable;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.ReadableConfig;

/**
 * How to read.
 *
 * @param readOptimized base files only
 * @param asOf the instant (17 digits) to read as of, or null for the latest
 */
record HudiReadOptions(boolean readOptimized, String asOf) implements Serializable {
  static final HudiReadOptions LATEST = new HudiReadOptions(false, null);

  private static final Pattern INSTANT = Pattern.compile("\\d{14}(\\d{3})?");
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "(\\d{4})-(\\d{2})-(\\d{2})(?:[ T](\\d{2}):(\\d{2}):(\\d{2})(?:\\.(\\d{1,3})\\d*)?)?");

  static HudiReadOptions of(ReadableConfig options) {
    String type = options.get(HudiOptions.QUERY_TYPE).toLowerCase(Locale.ROOT);
    if (!type.equals("snapshot") && !type.equals("read_optimized")) {
      throw new SluiceException(
          ErrorCode.INVALID_VALUE,
          HudiOptions.QUERY_TYPE.key() + " is '" + type + "'; use 'snapshot' or 'read_optimized'");
    }

    return new HudiReadOptions(
        type.equals("read_optimized"),
        options.getOptional(HudiOptions.AS_OF_INSTANT).map(HudiReadOptions::instant).orElse(null));
  }

  /** The last instant that the text covers: seconds without a fraction mean the whole second. */
  static String instant(String text) {
    if (INSTANT.matcher(text).matches()) {
      return text.length() == 14 ? text + "999" : text;
    }

    Matcher matcher = DATE_TIME.matcher(text);
    if (!matcher.matches()) {
      throw new SluiceException(
          ErrorCode.INVALID_VALUE,
          HudiOptions.AS_OF_INSTANT.key()
              + " is '"
              + text
              + "'; write yyyyMMddHHmmss[SSS] or yyyy-MM-dd[ HH:mm:ss[.SSS]]");
    }

    StringBuilder instant = new StringBuilder();
    for (int group = 1; group <= 6; group++) {
      instant.append(matcher.group(group) == null ? "00" : matcher.group(group));
    }

    if (matcher.group(4) == null) {
      return instant.append("000").toString();
    }

    String fraction = matcher.group(7);
    return instant.append(fraction == null ? "999" : (fraction + "00").substring(0, 3)).toString();
  }
}
