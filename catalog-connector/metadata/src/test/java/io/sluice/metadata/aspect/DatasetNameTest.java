/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DatasetNameTest {
  private String platform = "mysql";
  private Optional<String> instance = Optional.empty();
  private List<String> containers = List.of();
  private Optional<String> tableName = Optional.empty();
  private List<String> configured = List.of();

  private DatasetName cut(String name) {
    return DatasetName.cut(
        new DatasetName.Evidence(platform, name, instance, containers, tableName, configured));
  }

  private void assertCut(String name, String database, String table) {
    assertThat(cut(name))
        .extracting(DatasetName::database, DatasetName::table)
        .containsExactly(database, table);
  }

  @Test
  void theInstanceAspectSaysWhatIsPrefix() {
    instance = Optional.of("prod_inst");

    assertCut("prod_inst.shop.orders", "shop", "orders");
  }

  @Test
  void anInstanceWrittenTwiceIsCutTwice() {
    instance = Optional.of("i");

    assertCut("i.i.shop.orders", "shop", "orders");
  }

  @Test
  void withoutTheAspectNothingIsGuessed() {
    assertThatThrownBy(() -> cut("prod_inst.shop.orders"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more parts than database and table");
  }

  @Test
  void anInstanceOfDatasourcesYamlIsKnownAsPrefix() {
    configured = List.of("prod_inst");

    assertCut("prod_inst.shop.orders", "shop", "orders");
    assertThat(cut("prod_inst.shop.orders").instance()).contains("prod_inst");
    assertCut("shop.orders", "shop", "orders");
  }

  @Test
  void aContainerTellsWhereADatabaseEnds() {
    containers = List.of("shop");
    assertCut("shop.a.b", "shop", "a.b");

    containers = List.of("we.ird db");
    assertCut("we.ird db.t.1", "we.ird db", "t.1");
  }

  @Test
  void aLowerCasedNameStillMatchesItsContainer() {
    containers = List.of("dataCharmer");

    assertCut("datacharmer.employees", "datacharmer", "employees");
  }

  @Test
  void theTablesOwnNameTellsWhereItBegins() {
    tableName = Optional.of("a.b");

    assertCut("shop.a.b", "shop", "a.b");
  }

  @Test
  void icebergNamespacesHaveLevels() {
    platform = "iceberg";
    assertCut("datahub.integration.profiling", "datahub.integration", "profiling");

    instance = Optional.of("prod");
    assertCut("prod.analytics.reports.t", "analytics.reports", "t");
  }

  @Test
  void anOldNameHoldsItsDatabaseTwice() {
    assertCut("metagalaxy.metagalaxy.metadata_index", "metagalaxy", "metadata_index");
  }

  @Test
  void threeLevelsAreDatabaseWithSchema() {
    platform = "postgres";

    assertCut("postgrestest.public.raw_orders", "postgrestest.public", "raw_orders");
  }

  @Test
  void onePartAndPathsAreRefused() {
    assertThatThrownBy(() -> cut("orders")).hasMessageContaining("holds no database");
    assertThatThrownBy(() -> cut(".orders")).hasMessageContaining("empty part");
    platform = "delta-lake";
    assertThatThrownBy(() -> cut("bucket/t.able")).hasMessageContaining("is a path");
  }
}
