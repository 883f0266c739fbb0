/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

/** A key as text: readable, and the same for equal keys only. */
class KeyOfRowTest {
  private static final LogicalType TEXT = VarCharType.STRING_TYPE;

  @Test
  void eachTypeIsWrittenLikeALiteral() {
    assertThat(key(new IntType(), -7)).isEqualTo("k = -7");
    assertThat(key(new BigIntType(), Long.MIN_VALUE)).isEqualTo("k = -9223372036854775808");
    assertThat(key(new BooleanType(), true)).isEqualTo("k = TRUE");
    assertThat(key(new BooleanType(), false)).isEqualTo("k = FALSE");
    assertThat(key(TEXT, StringData.fromString("o'neil"))).isEqualTo("k = 'o''neil'");
    assertThat(key(new VarBinaryType(9), new byte[] {0, -1})).isEqualTo("k = X'00FF'");
    assertThat(key(new DecimalType(38, 10), decimal("0.0000000001", 38, 10)))
        .isEqualTo("k = 0.0000000001");
    assertThat(key(new DateType(), -1)).isEqualTo("k = DATE '1969-12-31'");
    assertThat(key(new TimeType(3), 86_399_999)).isEqualTo("k = TIME '23:59:59.999'");
    assertThat(
            key(
                new TimestampType(6),
                TimestampData.fromLocalDateTime(LocalDateTime.parse("1969-12-31T23:59:59.999999"))))
        .isEqualTo("k = TIMESTAMP '1969-12-31 23:59:59.999999'");
    assertThat(
            key(
                new LocalZonedTimestampType(6),
                TimestampData.fromInstant(Instant.parse("2024-05-01T10:00:01Z"))))
        .isEqualTo("k = TIMESTAMP '2024-05-01 10:00:01Z'");
    assertThat(key(TEXT, null)).isEqualTo("k = NULL");
  }

  @Test
  void differentKeysNeverHaveTheSameText() {
    assertThat(texts("a', w = 'b", "c")).isNotEqualTo(texts("a", "b', w = 'c"));
    assertThat(texts("a''", "")).isNotEqualTo(texts("a'", "'"));
    assertThat(texts("", "x")).isNotEqualTo(texts("x", ""));
    assertThat(texts("NULL", "x")).isNotEqualTo(texts(null, "x"));
    assertThat(texts("a ", "x")).isNotEqualTo(texts("a", "x"));
  }

  @Test
  void theKeysColumnsComeInItsOwnOrderWhereverTheyStand() throws Exception {
    RowType row =
        RowType.of(
            new LogicalType[] {TEXT, new IntType(), new DateType()},
            new String[] {"v", "id", "day"});
    KeyOfRow key = new KeyOfRow(row, List.of("day", "id"));
    GenericRowData first = GenericRowData.of(StringData.fromString("a"), 1, 0);
    GenericRowData second = GenericRowData.of(StringData.fromString("b"), 1, 0);
    assertThat(key.getKey(first))
        .isEqualTo("day = DATE '1970-01-01', id = 1")
        .isEqualTo(key.getKey(second));
    assertThat(InstantiationUtil.clone(key).getKey(first)).isEqualTo(key.getKey(first));
    assertThatThrownBy(() -> new KeyOfRow(row, List.of("gone"))).hasMessageContaining("gone");
  }

  private static String key(LogicalType type, Object value) {
    return new KeyOfRow(RowType.of(new LogicalType[] {type}, new String[] {"k"}), List.of("k"))
        .getKey(GenericRowData.of(value));
  }

  private static String texts(String v, String w) {
    return new KeyOfRow(
            RowType.of(new LogicalType[] {TEXT, TEXT}, new String[] {"v", "w"}), List.of("v", "w"))
        .getKey(GenericRowData.of(StringData.fromString(v), StringData.fromString(w)));
  }

  private static DecimalData decimal(String text, int precision, int scale) {
    return DecimalData.fromBigDecimal(new BigDecimal(text), precision, scale);
  }
}
