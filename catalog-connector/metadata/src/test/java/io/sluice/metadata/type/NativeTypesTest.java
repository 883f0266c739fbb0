/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NativeTypesTest {
  /** DDL, DataHub's spelling today, its spelling until 0.14.0; from a table made by SQLAlchemy. */
  private static List<String[]> spellings() throws IOException {
    List<String[]> spellings = new ArrayList<>();
    for (String line :
        Files.readAllLines(Path.of("src/test/resources/datahub/derived/mysql_native_types.md"))) {
      String[] cells = line.split("\\|");
      if (line.startsWith("| `") && cells.length >= 4 && cells[2].contains("`")) {
        spellings.add(new String[] {text(cells[1]), text(cells[2]), text(cells[3])});
      }
    }
    return spellings;
  }

  private static String text(String cell) {
    return cell.strip().replaceAll("^`|`$", "");
  }

  @Test
  void allSpellingsOfAMySqlTypeGiveOneType() throws IOException {
    assertThat(spellings()).hasSizeGreaterThan(60);
    for (String[] spelling : spellings()) {
      ColumnType exact = NativeTypes.parse("mysql", spelling[0]);
      assertThat(exact.isSupported()).as(spelling[0]).isTrue();
      for (int age = 1; age <= 2; age++) {
        ColumnType told = NativeTypes.parse("mysql", spelling[age]);
        if (told.isSupported()) {
          assertThat(told).as(spelling[age]).isEqualTo(exact);
        } else {
          assertThat(spelling[age]).isIn("null", "NullType()");
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "INTEGER | INT",
        "INTEGER() | INT",
        "INT(11) | INT",
        "bigint unsigned | DECIMAL(20, 0)",
        "BIGINT(unsigned=True) | DECIMAL(20, 0)",
        "VARCHAR(collation='utf8mb4_bin', length=500) | VARCHAR(500)",
        "DECIMAL(precision=10, scale=2) | DECIMAL(10, 2)",
        "decimal(65,30) | STRING",
        "ENUM('a,b', 'it\\'s') | STRING",
        "enum('a(b','c''d)') | STRING",
        "SET(length=3) | STRING",
        "SET(charset='utf8', collation='utf8_general_ci', length=10) | STRING",
        "JSON() | STRING",
        "LONGTEXT() | STRING",
        "DATETIME(fsp=6) | TIMESTAMP(6)",
        "timestamp | TIMESTAMP_LTZ(0)",
        "DOUBLE(asdecimal=True) | DOUBLE",
        "VARCHAR() | STRING",
        "BIT() | BYTES",
        "int(8) unsigned zerofill | BIGINT",
        "tinyint(1) | TINYINT",
        "float(30) | DOUBLE",
        "float(7,3) | FLOAT",
        "inet6 | STRING",
        "null | UNSUPPORTED",
        "NullType() | UNSUPPORTED",
        "VARCHAR(50 | UNSUPPORTED",
        "vector(3) | UNSUPPORTED",
      })
  void aMySqlSpellingGivesItsType(String nativeType, String type) {
    assertThat(NativeTypes.parse("mysql", nativeType).text()).isEqualTo(type);
  }

  @Test
  void anEmptyTypeIsUnknownAndSaysSo() {
    assertThat(NativeTypes.parse("mysql", ""))
        .isInstanceOfSatisfying(
            ColumnType.Unsupported.class,
            type -> assertThat(type.reason()).isEqualTo("its record does not tell its type"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "timestamp | TIMESTAMP(6)",
        "timestamptz | TIMESTAMP_LTZ(6)",
        "timestamp_ns | TIMESTAMP(9)",
        "timestamptz_ns | TIMESTAMP_LTZ(9)",
        "decimal(38, 10) | DECIMAL(38, 10)",
        "fixed[16] | BINARY(16)",
        "uuid | BINARY(16)",
        "list<string> | ARRAY<STRING>",
        "map<string, list<int>> | MAP<STRING, ARRAY<INT>>",
        "struct<1: a: required int (x, y), 2: b.c: optional decimal(9, 2)> | ROW<`a` INT NOT NULL, `b.c` DECIMAL(9, 2)>",
        "variant | UNSUPPORTED",
      })
  void anIcebergTextGivesItsType(String nativeType, String type) {
    assertThat(NativeTypes.parse("iceberg", nativeType).text()).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "map<int,string> | MAP<INT, STRING>",
        "array<struct<type:string,provider:array<int>>> | ARRAY<ROW<`type` STRING, `provider` ARRAY<INT>>>",
        "struct<`a:b`:string> | ROW<`a:b` STRING>",
        "decimal | DECIMAL(10, 0)",
        "timestamp with local time zone | TIMESTAMP_LTZ(9)",
        "binary | BYTES",
        "TIMESTAMP(6) NOT NULL | TIMESTAMP(6)",
        "VARCHAR(2147483647) | STRING",
        "ROW<`a:b` INT NOT NULL, c ARRAY<BIGINT NOT NULL>> | ROW<`a:b` INT NOT NULL, `c` ARRAY<BIGINT>>",
        "uniontype<int,string> | UNSUPPORTED",
        "struct<a:int,b:int,... 10 more fields | UNSUPPORTED",
      })
  void aHiveTextGivesItsType(String nativeType, String type) {
    assertThat(NativeTypes.parse("hive", nativeType).text()).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "UInt64 | DECIMAL(20, 0)",
        "Int256 | STRING",
        "Nullable(Int8) | TINYINT",
        "DateTime64(2, 'Europe/Berlin') | TIMESTAMP_LTZ(2)",
        "Array(Nullable(String)) | ARRAY<STRING>",
        "Map(String, UInt8) | MAP<STRING, SMALLINT NOT NULL>",
        "Decimal(76, 3) | STRING",
        "Decimal(9, 3) | DECIMAL(9, 3)",
        "AggregateFunction(avg, Float64) | UNSUPPORTED",
      })
  void aClickHouseTextGivesItsType(String nativeType, String type) {
    assertThat(NativeTypes.parse("clickhouse", nativeType).text()).isEqualTo(type);
  }
}
