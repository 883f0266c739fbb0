/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.AND;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.EQUALS;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.GREATER_THAN;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.IN;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.LESS_THAN_OR_EQUAL;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.LIKE;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.NOT;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.NOT_EQUALS;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.OR;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.table.types.DataType;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Partitions are passed over only when they surely hold no wanted row. */
final class PartitionFilterTest {
  @TempDir Path folder;

  private HudiTable table(String generator, String partitions, boolean hiveStyle, boolean encoded)
      throws IOException {
    String path = folder.resolve("t").toString();
    HoodieTableMetaClient.newTableBuilder()
        .setTableType(HoodieTableType.COPY_ON_WRITE)
        .setTableName("t")
        .setTableVersion(9)
        .setRecordKeyFields("id")
        .setPartitionFields(partitions)
        .setKeyGeneratorClassProp("org.apache.hudi.keygen." + generator)
        .setHiveStylePartitioningEnable(hiveStyle)
        .setUrlEncodePartitioning(encoded)
        .setTableCreateSchema(
            """
            {"type":"record","name":"r","fields":[{"name":"id","type":"int"},
             {"name":"s","type":["null","string"],"default":null},
             {"name":"n","type":["null","int"],"default":null},
             {"name":"d","type":["null",{"type":"int","logicalType":"date"}],"default":null}]}""")
        .initTable(new HadoopStorageConfiguration(new Configuration()), path);
    return HudiTable.open(path, new Configuration());
  }

  private static ResolvedExpression call(
      BuiltInFunctionDefinition function, ResolvedExpression... operands) {
    return CallExpression.permanent(function, List.of(operands), DataTypes.BOOLEAN());
  }

  private static ResolvedExpression column(String name, DataType type) {
    return new FieldReferenceExpression(name, type, 0, 0);
  }

  private static ResolvedExpression s(BuiltInFunctionDefinition function, String value) {
    return call(function, column("s", DataTypes.STRING()), new ValueLiteralExpression(value));
  }

  private static boolean mayHold(HudiTable table, String partition, ResolvedExpression... filters) {
    return PartitionFilter.of(table, List.of(filters)).mayHold(partition);
  }

  @Test
  void comparesText() throws IOException {
    HudiTable table = table("SimpleKeyGenerator", "s", false, false);

    assertThat(mayHold(table, "b", s(EQUALS, "b"))).isTrue();
    assertThat(mayHold(table, "a", s(EQUALS, "b"))).isFalse();
    assertThat(mayHold(table, "a", s(GREATER_THAN, "a"))).isFalse();
    assertThat(mayHold(table, "a", s(LESS_THAN_OR_EQUAL, "a"))).isTrue();
    assertThat(mayHold(table, "a", call(OR, s(EQUALS, "b"), s(EQUALS, "a")))).isTrue();
    assertThat(mayHold(table, "c", call(OR, s(EQUALS, "b"), s(EQUALS, "a")))).isFalse();
    assertThat(mayHold(table, "a", call(AND, s(EQUALS, "b"), s(EQUALS, "a")))).isFalse();
    assertThat(
            mayHold(
                table,
                "a",
                call(EQUALS, new ValueLiteralExpression("b"), column("s", DataTypes.STRING()))))
        .isFalse();
  }

  @Test
  void whatItDoesNotKnowMayHold() throws IOException {
    HudiTable table = table("SimpleKeyGenerator", "s", false, false);

    assertThat(mayHold(table, "a", s(LIKE, "b%"))).isTrue();
    assertThat(mayHold(table, "a", s(NOT_EQUALS, "a"))).isTrue();
    assertThat(mayHold(table, "a", call(OR, s(EQUALS, "b"), s(LIKE, "b%")))).isTrue();
    assertThat(mayHold(table, "a", call(AND, s(EQUALS, "b"), s(LIKE, "b%")))).isFalse();
    assertThat(mayHold(table, "__HIVE_DEFAULT_PARTITION__", s(EQUALS, "b"))).isTrue();
    assertThat(mayHold(table, "x/y", s(EQUALS, "b"))).isTrue();
    assertThat(mayHold(table, "s=a", s(EQUALS, "b"))).isTrue();
    assertThat(mayHold(table, "a%20", s(EQUALS, "b"))).isTrue();
    assertThat(
            mayHold(
                table,
                "a",
                call(EQUALS, column("n", DataTypes.INT()), new ValueLiteralExpression(1))))
        .isTrue();
  }

  @Test
  void readsHiveStyleEncodedPathsOfSeveralColumns() throws IOException {
    HudiTable table = table("ComplexKeyGenerator", "s,n,d", true, true);
    ResolvedExpression n =
        call(EQUALS, column("n", DataTypes.INT()), new ValueLiteralExpression(7));
    ResolvedExpression d =
        call(
            GREATER_THAN,
            column("d", DataTypes.DATE()),
            new ValueLiteralExpression(LocalDate.of(2020, 1, 1)));

    assertThat(mayHold(table, "s=a%2Fb/n=7/d=2020-01-02", s(EQUALS, "a/b"), n, d)).isTrue();
    assertThat(mayHold(table, "s=a%2Fb/n=7/d=2020-01-02", s(EQUALS, "a"), n, d)).isFalse();
    assertThat(mayHold(table, "s=a/n=8/d=2020-01-02", n)).isFalse();
    assertThat(mayHold(table, "s=a/n=7/d=2020-01-01", d)).isFalse();
    assertThat(mayHold(table, "s=a/n=7/d=18262", d)).isTrue();
  }

  @Test
  void listsOfThousandsPassOverWhatIsNotInThem() throws IOException {
    HudiTable table = table("ComplexKeyGenerator", "s,n", true, true);
    ResolvedExpression[] in = new ResolvedExpression[5_001];
    in[0] = column("n", DataTypes.INT());
    ResolvedExpression or = null;
    for (int i = 1; i < in.length; i++) {
      in[i] = new ValueLiteralExpression(i);
      ResolvedExpression one = call(EQUALS, in[0], in[i]);
      or = or == null ? one : call(OR, or, one);
    }
    for (ResolvedExpression list : List.of(call(IN, in), or)) {
      assertThat(mayHold(table, "s=a/n=1", list)).isTrue();
      assertThat(mayHold(table, "s=a/n=5000", list)).isTrue();
      assertThat(mayHold(table, "s=a/n=0", list)).isFalse();
      assertThat(mayHold(table, "s=a/n=5001", list)).isFalse();
      assertThat(mayHold(table, "s=a/n=5001", call(OR, list, s(EQUALS, "a")))).isTrue();
      assertThat(mayHold(table, "s=a/n=7", call(AND, list, s(EQUALS, "b")))).isFalse();
      // NOT IN, and whatever else it has no word for, rules nothing out.
      assertThat(mayHold(table, "s=a/n=7", call(NOT, list))).isTrue();
    }
  }

  @Test
  void whatIsNoValueOfTheColumnInAListRulesNothingOut() throws IOException {
    HudiTable table = table("SimpleKeyGenerator", "n", true, false);
    ResolvedExpression n = column("n", DataTypes.INT());
    ResolvedExpression two = new ValueLiteralExpression(2);
    ResolvedExpression nothing = new ValueLiteralExpression(null, DataTypes.INT());
    ResolvedExpression text = new ValueLiteralExpression("x");
    assertThat(mayHold(table, "n=3", call(IN, n, two))).isFalse();
    assertThat(mayHold(table, "n=2", call(IN, n, two, nothing))).isTrue();
    assertThat(mayHold(table, "n=3", call(IN, n, two, text))).isTrue();
    assertThat(mayHold(table, "n=3", call(IN, n, two, n))).isTrue();
    assertThat(
            mayHold(
                table,
                "n=3",
                call(OR, call(AND, call(IN, n, two), s(EQUALS, "a")), call(EQUALS, n, two))))
        .isFalse();
    assertThat(
            mayHold(
                table,
                "n=3",
                call(OR, call(AND, call(GREATER_THAN, n, two), s(EQUALS, "a")), call(IN, n, two))))
        .isTrue();
  }

  @Test
  void aKeyGeneratorOfAnotherKindRulesNothingOut() throws IOException {
    HudiTable table = table("CustomKeyGenerator", "s", false, false);

    assertThat(mayHold(table, "a", s(EQUALS, "b"))).isTrue();
  }
}
