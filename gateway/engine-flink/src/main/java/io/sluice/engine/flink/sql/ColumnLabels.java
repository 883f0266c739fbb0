/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;

/**
 * The labels of a query's columns as the query names them. Flink makes names unique ({@code id0}
 * for a second {@code id}); a client expects what was written, duplicates in their places.
 */
final class ColumnLabels {
  private ColumnLabels() {}

  /**
   * @param written what {@link #written} gave
   * @param unique Flink's names
   */
  static List<String> of(List<String> written, List<String> unique) {
    if (written.size() != unique.size()) {
      return unique;
    }
    List<String> labels = new ArrayList<>(unique.size());
    for (int i = 0; i < unique.size(); i++) {
      labels.add(written.get(i) == null ? unique.get(i) : written.get(i));
    }
    return labels;
  }

  /**
   * The names in a query's text, a null for a column without one; empty if a star hides how many
   * there are. To be asked before validation, which rewrites the tree.
   */
  static List<String> written(SqlNode node) {
    if (node instanceof SqlOrderBy orderBy) {
      return written(orderBy.query);
    }
    if (node instanceof SqlWith with) {
      return written(with.body);
    }
    if (node.getKind() == SqlKind.UNION
        || node.getKind() == SqlKind.INTERSECT
        || node.getKind() == SqlKind.EXCEPT) {
      return written(((SqlCall) node).operand(0));
    }
    if (!(node instanceof SqlSelect select)) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      if (item.getKind() == SqlKind.AS) {
        names.add(((SqlIdentifier) ((SqlCall) item).operand(1)).getSimple());
      } else if (item instanceof SqlIdentifier identifier) {
        if (identifier.isStar()) {
          return List.of();
        }
        names.add(identifier.names.get(identifier.names.size() - 1));
      } else {
        names.add(null);
      }
    }
    return names;
  }
}
