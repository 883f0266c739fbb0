/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.assignment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/** Arrays, maps and rows, by what they hold. Rows go by place, as in Flink. */
final class NestedAssignments {
  private NestedAssignments() {}

  static boolean isLossless(LogicalType from, LogicalType to) {
    List<LogicalType> inside = from.getChildren();
    List<LogicalType> wanted = to.getChildren();
    if (inside.size() != wanted.size()) {
      return false;
    }
    for (int i = 0; i < inside.size(); i++) {
      if (!Assignments.isLossless(inside.get(i), wanted.get(i))) {
        return false;
      }
    }
    return true;
  }

  static Optional<Assignment> between(LogicalType from, LogicalType to, Target target) {
    List<LogicalType> inside = from.getChildren();
    List<LogicalType> wanted = to.getChildren();
    if (inside.size() != wanted.size()) {
      return Optional.empty();
    }
    Assignment[] each = new Assignment[inside.size()];
    for (int i = 0; i < each.length; i++) {
      Optional<Assignment> assignment = Assignments.between(inside.get(i), wanted.get(i), target);
      if (assignment.isEmpty()) {
        return Optional.empty();
      }
      each[i] = assignment.get();
    }
    return Optional.of(
        switch (from.getTypeRoot()) {
          case ARRAY -> array(inside.get(0), each[0]);
          case MAP -> map(inside, each);
          default -> row(inside, each);
        });
  }

  private static Assignment array(LogicalType from, Assignment each) {
    ArrayData.ElementGetter elements = ArrayData.createElementGetter(from.copy(true));
    return value -> {
      ArrayData array = (ArrayData) value;
      Object[] assigned = new Object[array.size()];
      for (int i = 0; i < assigned.length; i++) {
        assigned[i] = assign(each, elements.getElementOrNull(array, i));
      }
      return new GenericArrayData(assigned);
    };
  }

  private static Assignment map(List<LogicalType> from, Assignment[] each) {
    ArrayData.ElementGetter keys = ArrayData.createElementGetter(from.get(0).copy(true));
    ArrayData.ElementGetter values = ArrayData.createElementGetter(from.get(1).copy(true));
    return value -> {
      MapData map = (MapData) value;
      Map<Object, Object> assigned = new LinkedHashMap<>();
      for (int i = 0; i < map.size(); i++) {
        assigned.put(
            assign(each[0], keys.getElementOrNull(map.keyArray(), i)),
            assign(each[1], values.getElementOrNull(map.valueArray(), i)));
      }
      return new GenericMapData(assigned);
    };
  }

  private static Assignment row(List<LogicalType> from, Assignment[] each) {
    RowData.FieldGetter[] fields = new RowData.FieldGetter[each.length];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = RowData.createFieldGetter(from.get(i).copy(true), i);
    }
    return value -> {
      RowData row = (RowData) value;
      GenericRowData assigned = new GenericRowData(row.getRowKind(), fields.length);
      for (int i = 0; i < fields.length; i++) {
        assigned.setField(i, assign(each[i], fields[i].getFieldOrNull(row)));
      }
      return assigned;
    };
  }

  private static Object assign(Assignment assignment, Object value) {
    return value == null ? null : assignment.assign(value);
  }
}
