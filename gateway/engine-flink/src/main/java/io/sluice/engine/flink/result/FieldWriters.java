/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.result;

import io.sluice.protocol.rowset.RowBlockWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DistinctType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;

/** How each of Flink's types goes onto the wire, straight from its internal form. */
final class FieldWriters {
  private static final int MILLIS_PER_SECOND = 1_000;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private FieldWriters() {}

  /**
   * @param zone the session's time zone, in whose wall clock TIMESTAMP_LTZ is shown
   */
  static FieldWriter of(LogicalType type, ZoneId zone) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> (row, i, out, c) -> out.appendBoolean(c, row.getBoolean(i));
      case TINYINT -> (row, i, out, c) -> out.appendByte(c, row.getByte(i));
      case SMALLINT -> (row, i, out, c) -> out.appendShort(c, row.getShort(i));
      case INTEGER -> (row, i, out, c) -> out.appendInt(c, row.getInt(i));
      case BIGINT -> (row, i, out, c) -> out.appendLong(c, row.getLong(i));
      case FLOAT -> (row, i, out, c) -> out.appendFloat(c, row.getFloat(i));
      case DOUBLE -> (row, i, out, c) -> out.appendDouble(c, row.getDouble(i));
      case DECIMAL -> decimal((DecimalType) type);
      case CHAR, VARCHAR -> FieldWriters::string;
      case BINARY, VARBINARY ->
          (row, i, out, c) -> {
            byte[] bytes = row.getBinary(i);
            out.appendBinary(c, bytes, 0, bytes.length);
          };
      case DATE -> (row, i, out, c) -> out.appendDate(c, row.getInt(i));
      case TIME_WITHOUT_TIME_ZONE ->
          (row, i, out, c) -> out.appendTime(c, (long) row.getInt(i) * NANOS_PER_MILLI);
      case TIMESTAMP_WITHOUT_TIME_ZONE -> timestamp(((TimestampType) type).getPrecision());
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          localZoned(((LocalZonedTimestampType) type).getPrecision(), zone);
      case INTERVAL_YEAR_MONTH -> (row, i, out, c) -> out.appendYearMonth(c, row.getInt(i));
      case INTERVAL_DAY_TIME ->
          (row, i, out, c) -> {
            long millis = row.getLong(i);
            out.appendDayTime(
                c,
                Math.floorDiv(millis, MILLIS_PER_SECOND),
                Math.floorMod(millis, MILLIS_PER_SECOND) * NANOS_PER_MILLI);
          };
      case DISTINCT_TYPE -> of(((DistinctType) type).getSourceType(), zone);
      case NULL -> (row, i, out, c) -> out.appendNull(c);
      default -> JsonText.fieldWriter(type, zone);
    };
  }

  private static FieldWriter decimal(DecimalType type) {
    int precision = type.getPrecision();
    int scale = type.getScale();
    return (row, i, out, c) -> {
      DecimalData value = row.getDecimal(i, precision, scale);
      if (value.isCompact()) {
        out.appendDecimal(c, value.toUnscaledLong(), value.scale());
      } else {
        out.appendDecimal(c, value.toBigDecimal());
      }
    };
  }

  private static void string(RowData row, int i, RowBlockWriter out, int c) {
    StringData value = row.getString(i);
    if (value instanceof BinaryStringData binary
        && binary.getBinarySection() != null
        && binary.getSegments().length == 1
        && binary.getSegments()[0].getHeapMemory() != null) {
      out.appendUtf8(
          c, binary.getSegments()[0].getHeapMemory(), binary.getOffset(), binary.getSizeInBytes());
    } else {
      byte[] utf8 = value.toBytes();
      out.appendUtf8(c, utf8, 0, utf8.length);
    }
  }

  private static FieldWriter timestamp(int precision) {
    return (row, i, out, c) -> {
      TimestampData value = row.getTimestamp(i, precision);
      out.appendTimestamp(c, seconds(value), nanos(value));
    };
  }

  private static FieldWriter localZoned(int precision, ZoneId zone) {
    boolean utc = zone.normalized().equals(ZoneOffset.UTC);
    return (row, i, out, c) -> {
      TimestampData value = row.getTimestamp(i, precision);
      long second = seconds(value);
      long shift =
          utc ? 0 : zone.getRules().getOffset(Instant.ofEpochSecond(second)).getTotalSeconds();
      out.appendTimestamp(c, second + shift, nanos(value));
    };
  }

  private static long seconds(TimestampData value) {
    return Math.floorDiv(value.getMillisecond(), MILLIS_PER_SECOND);
  }

  private static int nanos(TimestampData value) {
    return Math.floorMod(value.getMillisecond(), MILLIS_PER_SECOND) * NANOS_PER_MILLI
        + value.getNanoOfMillisecond();
  }
}
