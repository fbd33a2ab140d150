package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Optional;

/** Integers of 8 to 64 bits, signed and unsigned. */
public final class IntegerType extends NumberType {
  private final DType dtype;
  private final int width;

  private IntegerType(DType dtype) {
    this.dtype = dtype;
    this.width = dtype.bits() / 8;
  }

  static IntegerType of(int bits, boolean signed) {
    return new IntegerType(
        switch (bits) {
          case 8 -> signed ? DType.I8 : DType.U8;
          case 16 -> signed ? DType.I16 : DType.U16;
          case 32 -> signed ? DType.I32 : DType.U32;
          case 64 -> signed ? DType.I64 : DType.U64;
          default -> throw new IllegalArgumentException("an integer of " + bits + " bits");
        });
  }

  @Override
  public DType dtype() {
    return dtype;
  }

  @Override
  public Optional<String> packedBecause() {
    return Optional.empty();
  }

  @Override
  public long bytes(long rows) {
    return rows * width;
  }

  @Override
  public boolean isReal() {
    return false;
  }

  @Override
  public void longs(ByteBuffer values, Rows rows, int from, int count, long[] block) {
    switch (dtype) {
      case I8 -> {
        for (int i = 0; i < count; i++) {
          block[i] = values.get(rows.at(from + i));
        }
      }
      case U8 -> {
        for (int i = 0; i < count; i++) {
          block[i] = values.get(rows.at(from + i)) & 0xff;
        }
      }
      case I16 -> {
        for (int i = 0; i < count; i++) {
          block[i] = values.getShort(rows.at(from + i) * 2);
        }
      }
      case U16 -> {
        for (int i = 0; i < count; i++) {
          block[i] = values.getShort(rows.at(from + i) * 2) & 0xffff;
        }
      }
      case I32 -> {
        if (rows.isRun()) {
          ints(values.asIntBuffer(), rows.at(from), count, block);
          return;
        }
        for (int i = 0; i < count; i++) {
          block[i] = values.getInt(rows.at(from + i) * 4);
        }
      }
      case U32 -> {
        for (int i = 0; i < count; i++) {
          block[i] = values.getInt(rows.at(from + i) * 4) & 0xffffffffL;
        }
      }
      default -> {
        if (rows.isRun()) {
          values.asLongBuffer().get(rows.at(from), block, 0, count);
          return;
        }
        for (int i = 0; i < count; i++) {
          block[i] = values.getLong(rows.at(from + i) * 8);
        }
      }
    }
  }

  private static void ints(IntBuffer values, int first, int count, long[] block) {
    for (int i = 0; i < count; i++) {
      block[i] = values.get(first + i);
    }
  }
}
