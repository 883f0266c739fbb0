/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.rowset;

import io.sluice.thrift.protocol.TType;

/**
 * The eight forms in which a column travels, in the order of the IDL's {@code TColumn}: the
 * constant's place plus one is its field id there.
 */
enum WireKind {
  BOOLEAN(TType.BOOL, 1),
  BYTE(TType.BYTE, 1),
  SHORT(TType.I16, 2),
  INT(TType.I32, 4),
  LONG(TType.I64, 8),
  DOUBLE(TType.DOUBLE, 8),
  STRING(TType.STRING, 0),
  BINARY(TType.STRING, 0);

  private static final WireKind[] VALUES = values();

  private final byte thriftType;
  private final int width;

  WireKind(byte thriftType, int width) {
    this.thriftType = thriftType;
    this.width = width;
  }

  static WireKind of(int ordinal) {
    if (ordinal < 0 || ordinal >= VALUES.length) {
      throw new IllegalArgumentException("No kind of column has the number " + ordinal);
    }
    return VALUES[ordinal];
  }

  /** The type byte of one element. */
  byte thriftType() {
    return thriftType;
  }

  /** Bytes of one element; 0 if an element is a 4-byte length and that many bytes. */
  int width() {
    return width;
  }

  boolean hasFixedWidth() {
    return width > 0;
  }

  /** The field id in the union {@code TColumn}. */
  short columnField() {
    return (short) (ordinal() + 1);
  }

  /** The field id in the union {@code TColumnValue}, which has no binary: bytes go as a string. */
  short valueField() {
    return this == BINARY ? STRING.columnField() : columnField();
  }
}
