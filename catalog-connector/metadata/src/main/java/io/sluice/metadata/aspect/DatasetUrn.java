/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import static java.util.Objects.requireNonNull;

/**
 * {@code urn:li:dataset:(urn:li:dataPlatform:<platform>,<name>,<env>)}, cut at the first comma
 * after the platform and the last one before the env, since a name may hold brackets and, from
 * clients that do not encode, commas.
 *
 * @param text the URN as it was written
 * @param platform DataHub's platform id
 * @param name decoded once: DataHub's Python client encodes {@code , ( )} and nothing else
 * @param env PROD, DEV, …
 */
public record DatasetUrn(String text, String platform, String name, String env) {
  private static final String HEAD = "urn:li:dataset:(urn:li:dataPlatform:";

  public DatasetUrn {
    requireNonNull(text, "text is null");
    requireNonNull(platform, "platform is null");
    requireNonNull(name, "name is null");
    requireNonNull(env, "env is null");
  }

  /** True if it says it is a dataset's URN, well-formed or not. */
  public static boolean isDataset(String urn) {
    return urn.startsWith("urn:li:dataset:");
  }

  /**
   * @throws IllegalArgumentException saying what is wrong
   */
  public static DatasetUrn parse(String urn) {
    String text = urn.strip();
    if (!text.startsWith(HEAD) || !text.endsWith(")")) {
      throw new IllegalArgumentException(
          "it is not of the form " + HEAD + "<platform>,<name>,<env>)");
    }
    int platformEnd = text.indexOf(',', HEAD.length());
    int nameEnd = text.lastIndexOf(',');
    if (platformEnd < 0 || nameEnd <= platformEnd) {
      throw new IllegalArgumentException("it does not hold platform, name and env");
    }
    String platform = text.substring(HEAD.length(), platformEnd);
    String name = text.substring(platformEnd + 1, nameEnd);
    String env = text.substring(nameEnd + 1, text.length() - 1);
    if (platform.isBlank() || name.isBlank() || !env.matches("[A-Za-z_]+")) {
      throw new IllegalArgumentException("its platform, name or env is empty or malformed");
    }
    return new DatasetUrn(text, platform, decode(name), env);
  }

  /** The URN of a name, encoded as DataHub's Python client does. */
  public static DatasetUrn of(String platform, String name, String env) {
    return new DatasetUrn(
        HEAD + platform + ',' + encode(name) + ',' + env + ')', platform, name, env);
  }

  /** What every dataset URN of a platform starts with. */
  public static String prefix(String platform) {
    return HEAD + platform + ',';
  }

  private static String encode(String name) {
    return name.replace(",", "%2C")
        .replace("(", "%28")
        .replace(")", "%29")
        .replace("\u241f", "%E2%90%9F");
  }

  private static String decode(String name) {
    return name.indexOf('%') < 0
        ? name
        : name.replace("%2C", ",")
            .replace("%2c", ",")
            .replace("%28", "(")
            .replace("%29", ")")
            .replace("%E2%90%9F", "\u241f");
  }
}
