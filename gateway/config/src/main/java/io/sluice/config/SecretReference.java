/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.config;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Resolves {@code ${env:NAME}} and {@code ${file:/path}} inside a text. A file is read anew each
 * time, so that a rotated secret is taken without a restart; one trailing line break is dropped.
 */
public final class SecretReference {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]+)}");

  private SecretReference() {}

  /** True if the text holds at least one reference. */
  public static boolean isReference(String text) {
    return REFERENCE.matcher(text).find();
  }

  /**
   * The text with every reference replaced.
   *
   * @param owner what the secret belongs to, for the error ("datasource mysql_biz, key password")
   * @throws SluiceException INVALID_CONFIGURATION naming owner and reference if it cannot be read
   */
  public static String resolve(String text, String owner) {
    Matcher matcher = REFERENCE.matcher(text);
    StringBuilder resolved = new StringBuilder();
    while (matcher.find()) {
      String value =
          matcher.group(1).equals("env")
              ? environment(matcher.group(2), owner)
              : file(matcher.group(2), owner);
      matcher.appendReplacement(resolved, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(resolved).toString();
  }

  private static String environment(String name, String owner) {
    String value = System.getenv(name);
    if (value == null) {
      throw new SluiceException(
          ErrorCode.INVALID_CONFIGURATION,
          owner + ": the environment variable " + name + " is not set.");
    }
    return value;
  }

  private static String file(String path, String owner) {
    try {
      String content = Files.readString(Path.of(path), StandardCharsets.UTF_8);
      if (content.endsWith("\r\n")) {
        return content.substring(0, content.length() - 2);
      }
      return content.endsWith("\n") ? content.substring(0, content.length() - 1) : content;
    } catch (IOException e) {
      throw new SluiceException(
          ErrorCode.INVALID_CONFIGURATION,
          owner
              + ": the secret file "
              + path
              + " cannot be read ("
              + e.getClass().getSimpleName()
              + ").",
          e);
    }
  }
}
