/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.assignment;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * Numbers into columns of numbers. A binary fraction counts as the shortest decimal that means it,
 * which is how SQL shows it. Into FLOAT and DOUBLE a whole number must go exactly; a decimal
 * fraction becomes the nearest one, for that is what these types hold.
 */
final class NumberAssignments {
  private static final BigDecimal MAX_FLOAT = new BigDecimal(Float.MAX_VALUE);

  private NumberAssignments() {}

  static boolean isLossless(LogicalType from, LogicalType to) {
    if (from.is(to.getTypeRoot()) && !to.is(LogicalTypeRoot.DECIMAL)) {
      return true;
    }
    return switch (to.getTypeRoot()) {
      case DOUBLE ->
          from.is(LogicalTypeRoot.FLOAT)
              || from.is(LogicalTypeFamily.INTEGER_NUMERIC) && !from.is(LogicalTypeRoot.BIGINT);
      case FLOAT -> from.is(LogicalTypeRoot.TINYINT) || from.is(LogicalTypeRoot.SMALLINT);
      default ->
          from.is(LogicalTypeFamily.EXACT_NUMERIC)
                  && scale(from) <= scale(to)
                  && wholeDigits(from) <= (to.is(LogicalTypeRoot.DECIMAL) ? wholeDigits(to) : 0)
              || from.is(LogicalTypeFamily.INTEGER_NUMERIC)
                  && to.is(LogicalTypeFamily.INTEGER_NUMERIC)
                  && wholeDigits(from) <= wholeDigits(to);
    };
  }

  private static int scale(LogicalType type) {
    return type instanceof DecimalType decimal ? decimal.getScale() : 0;
  }

  /** How many digits the type's greatest number has before the point. */
  private static int wholeDigits(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INTEGER -> 10;
      case BIGINT -> 19;
      default -> ((DecimalType) type).getPrecision() - ((DecimalType) type).getScale();
    };
  }

  static Assignment between(LogicalType from, LogicalType to, Target target) {
    boolean fromBinary = from.is(LogicalTypeFamily.APPROXIMATE_NUMERIC);
    return switch (to.getTypeRoot()) {
      case TINYINT -> value -> (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, target);
      case SMALLINT -> value -> (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE, target);
      case INTEGER -> value -> (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, target);
      case BIGINT -> value -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE, target);
      case DECIMAL -> {
        int precision = ((DecimalType) to).getPrecision();
        int scale = ((DecimalType) to).getScale();
        yield value -> decimal(value, precision, scale, target);
      }
      case FLOAT ->
          fromBinary ? value -> narrowed(value, target) : value -> nearestFloat(value, target);
      default ->
          fromBinary
              ? value -> ((Number) value).doubleValue()
              : value -> nearestDouble(value, target);
    };
  }

  /** Checks a number in text; one that is no number is left to others. */
  static void check(String text, LogicalType to, Target target) {
    BigDecimal number;
    try {
      number = new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      return;
    }
    between(new DecimalType(), to, target).assign(number);
  }

  private static BigDecimal exact(Object value, Target target) {
    if (value instanceof DecimalData decimal) {
      return decimal.toBigDecimal();
    }
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof Float || value instanceof Double) {
      if (!Double.isFinite(((Number) value).doubleValue())) {
        throw target.outOfRange(value);
      }
      return new BigDecimal(value.toString());
    }
    return BigDecimal.valueOf(((Number) value).longValue());
  }

  private static boolean isWhole(Object value) {
    return value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long;
  }

  private static long whole(Object value, long least, long greatest, Target target) {
    long whole;
    if (!isWhole(value)) {
      BigDecimal exact = exact(value, target);
      if (exact.compareTo(BigDecimal.valueOf(least)) < 0
          || exact.compareTo(BigDecimal.valueOf(greatest)) > 0) {
        throw target.outOfRange(exact.toPlainString());
      }
      whole = exact.longValue();
      if (exact.compareTo(BigDecimal.valueOf(whole)) != 0) {
        throw target.digitsLost(exact.toPlainString());
      }
    } else {
      whole = ((Number) value).longValue();
    }
    if (whole < least || whole > greatest) {
      throw target.outOfRange(whole);
    }
    return whole;
  }

  private static DecimalData decimal(Object value, int precision, int scale, Target target) {
    BigDecimal exact = exact(value, target);
    BigDecimal scaled = exact.setScale(scale, RoundingMode.DOWN);
    if (scaled.precision() > precision) {
      throw target.outOfRange(exact.toPlainString());
    }
    if (scaled.compareTo(exact) != 0) {
      throw target.digitsLost(exact.toPlainString());
    }
    return DecimalData.fromBigDecimal(scaled, precision, scale);
  }

  private static float narrowed(Object value, Target target) {
    double wide = ((Number) value).doubleValue();
    float narrow = (float) wide;
    if (Float.isInfinite(narrow) && !Double.isInfinite(wide)) {
      throw target.outOfRange(wide);
    }
    if (Double.isFinite(wide)
        && new BigDecimal(Float.toString(narrow)).compareTo(new BigDecimal(Double.toString(wide)))
            != 0) {
      throw target.digitsLost(wide);
    }
    return narrow;
  }

  private static float nearestFloat(Object value, Target target) {
    BigDecimal exact = exact(value, target);
    if (exact.abs().compareTo(MAX_FLOAT) > 0) {
      throw target.outOfRange(exact.toPlainString());
    }
    float nearest = exact.floatValue();
    requireWholeKept(exact, new BigDecimal(nearest), target);
    return nearest;
  }

  private static double nearestDouble(Object value, Target target) {
    BigDecimal exact = exact(value, target);
    double nearest = exact.doubleValue();
    requireWholeKept(exact, new BigDecimal(nearest), target);
    return nearest;
  }

  private static void requireWholeKept(BigDecimal exact, BigDecimal stored, Target target) {
    boolean isWhole = exact.scale() <= 0 || exact.stripTrailingZeros().scale() <= 0;
    if (isWhole && stored.compareTo(exact) != 0) {
      throw target.digitsLost(exact.toPlainString());
    }
  }
}
