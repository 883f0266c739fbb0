/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import static java.util.Objects.requireNonNull;

import io.sluice.config.SecretReference;

/**
 * A value of a datasource that may be, or refer to, a secret: {@code ${env:NAME}}, {@code
 * ${file:/path}} or plain text. It is resolved each time it is used, so a rotated secret needs no
 * restart, and it shows itself nowhere: not in {@link #toString}, not in JSON.
 */
public final class Secret {
  private final String text;
  private final String owner;

  private Secret(String text, String owner) {
    this.text = requireNonNull(text, "text is null");
    this.owner = requireNonNull(owner, "owner is null");
  }

  /**
   * @param owner what the value belongs to, for errors: {@code datasource mysql_biz, key password}
   */
  public static Secret of(String text, String owner) {
    return new Secret(text, owner);
  }

  /**
   * The value with its references resolved.
   *
   * @throws io.sluice.error.SluiceException INVALID_CONFIGURATION naming owner and reference
   */
  public String reveal() {
    return SecretReference.resolve(text, owner);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && secret.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return "(hidden)";
  }
}
