package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import java.util.Optional;
import org.apache.arrow.vector.types.FloatingPointPrecision;

/** Floats of 16, 32 and 64 bits. */
public final class FloatType extends NumberType {
  private final DType dtype;
  private final int width;

  private FloatType(DType dtype) {
    this.dtype = dtype;
    this.width = dtype.bits() / 8;
  }

  static FloatType of(FloatingPointPrecision precision) {
    return new FloatType(
        switch (precision) {
          case HALF -> DType.F16;
          case SINGLE -> DType.F32;
          case DOUBLE -> DType.F64;
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
    return true;
  }

  @Override
  public void longs(ByteBuffer values, Rows rows, int from, int count, long[] block) {
    throw new IllegalStateException(dtype + " is read as doubles");
  }

  @Override
  public void doubles(ByteBuffer values, Rows rows, int from, int count, double[] block) {
    if (rows.isRun()) {
      run(values, rows.at(from), count, block);
      return;
    }
    switch (dtype) {
      case F16 -> {
        for (int i = 0; i < count; i++) {
          block[i] = Half.f16ToFloat(values.getShort(rows.at(from + i) * 2));
        }
      }
      case F32 -> {
        for (int i = 0; i < count; i++) {
          block[i] = values.getFloat(rows.at(from + i) * 4);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          block[i] = values.getDouble(rows.at(from + i) * 8);
        }
      }
    }
  }

  private void run(ByteBuffer values, int first, int count, double[] block) {
    switch (dtype) {
      case F16 -> {
        ShortBuffer halves = values.asShortBuffer();
        for (int i = 0; i < count; i++) {
          block[i] = Half.f16ToFloat(halves.get(first + i));
        }
      }
      case F32 -> {
        FloatBuffer floats = values.asFloatBuffer();
        for (int i = 0; i < count; i++) {
          block[i] = floats.get(first + i);
        }
      }
      default -> values.asDoubleBuffer().get(first, block, 0, count);
    }
  }
}
