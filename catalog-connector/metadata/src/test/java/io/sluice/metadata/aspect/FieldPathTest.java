/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FieldPathTest {
  @Test
  void aVersion1PathIsTheName() {
    assertThat(FieldPath.parse("a.b").names()).containsExactly("a.b");
  }

  @Test
  void typeTokensAreNoNames() {
    FieldPath path = FieldPath.parse("[version=2.0].[type=struct].[type=long].trip_no");

    assertThat(path.names()).containsExactly("trip_no");
    assertThat(path.types().get(0)).containsExactly("struct", "long");
  }

  @Test
  void nestedFieldsKeepTheirColumn() {
    FieldPath path =
        FieldPath.parse(
            "[version=2.0].[type=struct].[type=struct].device.[type=struct].maker.[type=int].code");

    assertThat(path.names()).containsExactly("device", "maker", "code");
    assertThat(path.isColumn()).isFalse();
  }

  @Test
  void namesMayHoldDotsAndBrackets() {
    assertThat(FieldPath.parse("[version=2.0].[type=struct].[type=int].[x]").names())
        .containsExactly("[x]");
    assertThat(FieldPath.parse("[version=2.0].[type=struct].[type=int].a.b").names())
        .containsExactly("a.b");
    assertThat(FieldPath.parse("[version=2.0].[type=com.acme.Record].[type=int].a").names())
        .containsExactly("a");
  }

  @Test
  void withoutTypeTokensDotsPartTheNames() {
    assertThat(FieldPath.parse("[version=2.0].tags.element").names())
        .containsExactly("tags", "element");
  }

  @Test
  void keySchemasAreMarked() {
    assertThat(FieldPath.parse("[version=2.0].[key=True].[type=K].[type=int].id").key()).isTrue();
  }
}
