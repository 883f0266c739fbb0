/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * A TPC-H table as the generator makes it: what goes into a source, and what answers are checked
 * against. Values are {@link Long}, {@link Integer}, {@link BigDecimal} of scale 2, {@link String}
 * and {@link LocalDate}, in the order of the columns.
 */
record Rows(String table, List<Column> columns, List<List<Object>> values) {
  /** 1500 customers, 15,000 orders, 60,000 line items. */
  static final double SCALE = 0.01;

  /** A column; TPC-H has no NULL. */
  record Column(String name, Kind kind) {}

  enum Kind {
    BIGINT,
    INT,
    /** DECIMAL(12, 2) */
    DECIMAL,
    STRING,
    DATE
  }

  Rows {
    columns = List.copyOf(columns);
    values = List.copyOf(values);
  }

  static <E extends TpchEntity> Rows generate(TpchTable<E> table) {
    List<TpchColumn<E>> source = table.getColumns();
    List<Column> columns = new ArrayList<>();
    for (TpchColumn<E> column : source) {
      columns.add(new Column(column.getColumnName(), kind(column)));
    }
    List<List<Object>> values = new ArrayList<>();
    for (E entity : table.createGenerator(SCALE, 1, 1)) {
      List<Object> row = new ArrayList<>(source.size());
      for (int i = 0; i < source.size(); i++) {
        row.add(value(source.get(i), columns.get(i).kind(), entity));
      }
      values.add(List.copyOf(row));
    }
    return new Rows(table.getTableName(), columns, values);
  }

  /** The position of a column. */
  int at(String column) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column)) {
        return i;
      }
    }
    throw new IllegalArgumentException(table + " has no column " + column);
  }

  private static Kind kind(TpchColumn<?> column) {
    return switch (column.getType().getBase()) {
      case IDENTIFIER -> Kind.BIGINT;
      case INTEGER -> Kind.INT;
      case DOUBLE -> Kind.DECIMAL;
      case VARCHAR -> Kind.STRING;
      case DATE -> Kind.DATE;
    };
  }

  private static <E extends TpchEntity> Object value(TpchColumn<E> column, Kind kind, E entity) {
    return switch (kind) {
      case BIGINT -> column.getIdentifier(entity);
      case INT -> column.getInteger(entity);
      // The generator counts in hundredths, so the nearest decimal of two places is the value.
      case DECIMAL ->
          BigDecimal.valueOf(column.getDouble(entity)).setScale(2, RoundingMode.UNNECESSARY);
      case STRING -> column.getString(entity);
      case DATE -> LocalDate.ofEpochDay(column.getDate(entity));
    };
  }
}
