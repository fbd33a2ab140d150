package io.pelton.cpu.kernel.elementwise;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;

/**
 * Rounds results to the dtype in which they would have been stored between two ops, so that a fused
 * kernel has the bits of the ops that it stands for.
 *
 * @param <A> {@code float[]} or {@code double[]}
 */
@FunctionalInterface
public interface Rounding<A> {
  /** Rounds {@code count} elements from {@code x[at]} on to nearest, ties to even. */
  void round(A x, int at, int count);

  /** True where nothing is ever rounded. */
  default boolean isNone() {
    return false;
  }

  /** For floats that are computed in float32. */
  static Rounding<float[]> singles(DType dtype) {
    return switch (dtype) {
      case F16 -> Rounding::toF16;
      case BF16 -> Rounding::toBf16;
      default -> none();
    };
  }

  /** Keeps F64 as it is. */
  static Rounding<double[]> doubles() {
    return none();
  }

  private static <A> Rounding<A> none() {
    return new Rounding<>() {
      @Override
      public void round(A x, int at, int count) {}

      @Override
      public boolean isNone() {
        return true;
      }
    };
  }

  private static void toF16(float[] x, int at, int count) {
    for (int n = at; n < at + count; n++) {
      x[n] = Half.f16ToFloat(Half.floatToF16(x[n]));
    }
  }

  private static void toBf16(float[] x, int at, int count) {
    for (int n = at; n < at + count; n++) {
      x[n] = Half.bf16ToFloat(Half.floatToBf16(x[n]));
    }
  }
}
