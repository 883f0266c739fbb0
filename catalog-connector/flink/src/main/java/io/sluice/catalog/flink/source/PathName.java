/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.source;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;

/**
 * A name of a database or table that becomes a folder. It must not lead anywhere else: {@code ..}
 * or {@code /etc} as a table's name would be made, read and, worse, dropped with all that is in it.
 */
public final class PathName {
  private PathName() {}

  /**
   * @param kind database or table
   * @return the name
   * @throws SluiceException INVALID_STATEMENT if it is more or less than the name of a folder
   */
  public static String require(String kind, String name) {
    if (name.isEmpty() || name.startsWith(".") || !name.chars().allMatch(PathName::isPlain)) {
      throw new SluiceException(
          ErrorCode.INVALID_STATEMENT,
          "'"
              + name
              + "' cannot be the name of a "
              + kind
              + ": it is the name of a folder here, so it is not empty, does not begin with a dot"
              + " and holds no / \\ : % and no control characters.");
    }
    return name;
  }

  private static boolean isPlain(int c) {
    return c != '/' && c != '\\' && c != ':' && c != '%' && !Character.isISOControl(c);
  }
}
