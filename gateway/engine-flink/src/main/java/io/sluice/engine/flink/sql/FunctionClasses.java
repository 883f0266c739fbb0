/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.functions.UserDefinedFunctionHelper;

/** Looks at the class of a function before there is a function; Flink looks at its first use. */
final class FunctionClasses {
  private FunctionClasses() {}

  /**
   * @throws SluiceException INVALID_STATEMENT if the engine has no such class, or it is no function
   */
  static void check(String name) {
    Class<?> found;
    try {
      found = Class.forName(name, false, FunctionClasses.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      throw new SluiceException(
          ErrorCode.INVALID_STATEMENT,
          "There is no class "
              + name
              + " in the engine. Check the name; an administrator puts its JAR into lib/flink.",
          e);
    }
    if (!UserDefinedFunction.class.isAssignableFrom(found)) {
      throw refused(name, "it does not extend ScalarFunction or another function of Flink's", null);
    }
    try {
      UserDefinedFunctionHelper.validateClass(found.asSubclass(UserDefinedFunction.class));
    } catch (ValidationException e) {
      throw refused(name, FlinkErrors.firstLines(e.getMessage(), 1), e);
    }
  }

  private static SluiceException refused(String name, String why, Throwable cause) {
    String reason = why.endsWith(".") ? why : why + '.';
    return new SluiceException(
        ErrorCode.INVALID_STATEMENT, "Class " + name + " is no Flink function: " + reason, cause);
  }
}
