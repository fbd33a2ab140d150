package io.pelton.arrow.dataset;

import java.nio.ByteBuffer;

/** Steps over values of Thrift's compact protocol. */
final class CompactThrift {
  static final int STOP = 0;
  static final int STRUCT = 12;

  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int BYTE = 3;
  private static final int I16 = 4;
  private static final int I32 = 5;
  private static final int I64 = 6;
  private static final int DOUBLE = 7;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int SET = 10;
  private static final int MAP = 11;
  private static final int LONG_LIST = 15;

  private final ByteBuffer in;
  private int id;

  CompactThrift(ByteBuffer in) {
    this.in = in;
  }

  /** The type of the next field of a struct, or the end of it. */
  int field(int before) {
    int header = in.get() & 0xff;
    int step = header >> 4;
    if (header != STOP) {
      id = step == 0 ? (int) zigzag(varint()) : before + step;
    }
    return header & 0x0f;
  }

  /** The number of the field that was read last. */
  int id() {
    return id;
  }

  void skip(int type) {
    switch (type) {
      case TRUE, FALSE -> {}
      case BYTE -> move(1);
      case I16, I32, I64 -> varint();
      case DOUBLE -> move(Double.BYTES);
      case BINARY -> move((int) varint());
      case LIST, SET -> skipList();
      case MAP -> skipMap();
      case STRUCT -> skipStruct();
      default -> throw new IllegalStateException("no type of Thrift: " + type);
    }
  }

  private void skipList() {
    int header = in.get() & 0xff;
    long size = header >> 4 == LONG_LIST ? varint() : header >> 4;
    for (long i = 0; i < size; i++) {
      skipElement(header & 0x0f);
    }
  }

  private void skipMap() {
    long size = varint();
    int types = size == 0 ? 0 : in.get() & 0xff;
    for (long i = 0; i < size; i++) {
      skipElement(types >> 4);
      skipElement(types & 0x0f);
    }
  }

  /** Truths take a byte in lists and maps, where a field has them in its header. */
  private void skipElement(int type) {
    skip(type == TRUE || type == FALSE ? BYTE : type);
  }

  private void skipStruct() {
    int type;
    while ((type = field(0)) != STOP) {
      skip(type);
    }
  }

  private void move(int bytes) {
    in.position(in.position() + bytes);
  }

  private long varint() {
    long value = 0;
    int shift = 0;
    byte next;
    do {
      next = in.get();
      value |= (next & 0x7fL) << shift;
      shift += 7;
    } while (next < 0);
    return value;
  }

  private static long zigzag(long value) {
    return (value >>> 1) ^ -(value & 1);
  }
}
