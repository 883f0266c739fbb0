/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.AccessDeniedException;
import java.sql.SQLException;
import java.util.Collection;
import org.apache.hadoop.security.AccessControlException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.hive.RuntimeMetaException;

/** Tells an Iceberg error as one of ours, with the datasource's secrets taken out. */
final class IcebergErrors {
  private static final int MAX_DEPTH = 20;
  private static final int SHORTEST_SECRET = 3;

  private IcebergErrors() {}

  /**
   * @param secrets texts that must not be repeated
   * @param what what was being done, as a clause
   */
  static SluiceException translate(
      String datasource, String what, RuntimeException e, Collection<String> secrets) {
    if (e instanceof SluiceException ours) {
      return ours;
    }
    ErrorCode code = code(e);
    String next =
        switch (code) {
          case SOURCE_UNAVAILABLE -> " Check that the catalog and its storage can be reached.";
          case SOURCE_REFUSED -> " Check the datasource's credentials and rights.";
          default -> "";
        };
    String said = clean(message(e), secrets);
    boolean leaks = !said.equals(message(e)) || leaks(e, secrets);
    return new SluiceException(
        code, "Datasource " + datasource + ", " + what + ": " + said + next, leaks ? null : e);
  }

  private static ErrorCode code(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; cause != null && i < MAX_DEPTH; i++, cause = cause.getCause()) {
      if (cause instanceof NotAuthorizedException
          || cause instanceof ForbiddenException
          || cause instanceof AccessControlException
          || cause instanceof AccessDeniedException
          || (cause instanceof SQLException sql
              && String.valueOf(sql.getSQLState()).startsWith("28"))) {
        return ErrorCode.SOURCE_REFUSED;
      }
      if (cause instanceof NotFoundException || cause instanceof BadRequestException) {
        return ErrorCode.SOURCE_FAILED;
      }
      if (cause instanceof SocketException
          || cause instanceof IOException
          || cause instanceof SQLException
          || cause instanceof RESTException
          || isLostMetastore(cause)) {
        return ErrorCode.SOURCE_UNAVAILABLE;
      }
    }
    return ErrorCode.SOURCE_FAILED;
  }

  /** Thrift's class is on the class path only where Hive's client is. */
  private static boolean isLostMetastore(Throwable cause) {
    return cause.getClass().getName().equals("org.apache.thrift.transport.TTransportException")
        || (cause instanceof RuntimeMetaException
            && String.valueOf(cause.getMessage()).startsWith("Failed to connect"));
  }

  private static String message(Throwable e) {
    StringBuilder text = new StringBuilder(first(e));
    Throwable cause = e.getCause();
    if (cause != null && !text.toString().contains(first(cause))) {
      text.append(": ").append(first(cause));
    }
    return text.toString().endsWith(".") ? text.toString() : text.append('.').toString();
  }

  private static String first(Throwable e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    int line = message.indexOf('\n');
    return line < 0 ? message : message.substring(0, line);
  }

  private static String clean(String text, Collection<String> secrets) {
    String clean = text;
    for (String secret : secrets) {
      if (secret.length() >= SHORTEST_SECRET) {
        clean = clean.replace(secret, "***");
      }
    }
    return clean;
  }

  private static boolean leaks(Throwable failure, Collection<String> secrets) {
    Throwable cause = failure;
    for (int i = 0; cause != null && i < MAX_DEPTH; i++, cause = cause.getCause()) {
      String text = String.valueOf(cause.getMessage());
      if (!clean(text, secrets).equals(text)) {
        return true;
      }
    }
    return false;
  }
}
