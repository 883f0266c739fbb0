/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.thrift.hive.TStatus;
import io.sluice.thrift.hive.TStatusCode;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Errors as HiveServer2 carries them, both ways. */
public final class HiveErrors {
  private static final Map<Integer, ErrorCode> BY_NUMBER =
      Arrays.stream(ErrorCode.values())
          .collect(Collectors.toUnmodifiableMap(ErrorCode::number, Function.identity()));

  private HiveErrors() {}

  public static TStatus success() {
    return new TStatus(TStatusCode.SUCCESS_STATUS);
  }

  /**
   * ERROR_STATUS with SQLState, vendor code and message; nothing of the stack leaves the server.
   */
  public static TStatus toStatus(Throwable failure) {
    SluiceException error = toException(failure);
    TStatus status = new TStatus(TStatusCode.ERROR_STATUS);
    status.setSqlState(error.sqlState());
    status.setErrorCode(error.code().number());
    status.setErrorMessage(error.clientMessage());
    return status;
  }

  /** The failure as Sluice's own; what is not is a fault of ours, told without its details. */
  public static SluiceException toException(Throwable failure) {
    Throwable cause = unwrap(failure);
    return cause instanceof SluiceException known
        ? known
        : new SluiceException(
            ErrorCode.INTERNAL,
            "An internal error ("
                + cause.getClass().getSimpleName()
                + "); the server's log has it.",
            cause);
  }

  /** The failure without the wrappers that futures put round it. */
  public static Throwable unwrap(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  public static boolean isSuccess(TStatus status) {
    return status != null
        && (status.getStatusCode() == TStatusCode.SUCCESS_STATUS
            || status.getStatusCode() == TStatusCode.SUCCESS_WITH_INFO_STATUS);
  }

  /**
   * @throws SluiceException what the status says, unless it is a success
   */
  public static void check(TStatus status) {
    if (!isSuccess(status)) {
      throw toException(status);
    }
  }

  /** The exception whose status this is; a foreign vendor code becomes EXECUTION_FAILED. */
  public static SluiceException toException(TStatus status) {
    if (status == null) {
      return new SluiceException(ErrorCode.INTERNAL, "The server answered without a status.");
    }
    return toException(
        status.isSetErrorCode() ? status.getErrorCode() : 0, status.getErrorMessage());
  }

  /**
   * The exception of an operation's error fields (GetOperationStatus has them beside its status).
   *
   * @param number the vendor code, 0 if none
   * @param message null if none; a leading {@code [CODE]} of ours is not repeated
   */
  public static SluiceException toException(int number, String message) {
    ErrorCode code = BY_NUMBER.getOrDefault(number, ErrorCode.EXECUTION_FAILED);
    String text = message == null ? "The server gave no message." : message;
    if (text.startsWith(code.label() + ' ')) {
      text = text.substring(code.label().length() + 1);
    }
    return new SluiceException(code, text);
  }
}
