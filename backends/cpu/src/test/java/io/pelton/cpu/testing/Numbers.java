package io.pelton.cpu.testing;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import java.math.BigInteger;

/** Arithmetic of dtypes, written another way than the kernels'. */
public final class Numbers {
  private Numbers() {}

  /** What the dtype makes of a number that was computed in float64 or float32. */
  public static double round(DType dtype, double value) {
    return switch (dtype) {
      case F64 -> value;
      case F32 -> (float) value;
      case F16 -> Half.f16ToFloat(Half.doubleToF16(value));
      case BF16 -> Half.bf16ToFloat(Half.doubleToBf16(value));
      default -> throw new IllegalArgumentException(dtype + " is no float");
    };
  }

  /** The number that the bits of an integer stand for. */
  public static BigInteger exact(DType dtype, long bits) {
    BigInteger value = BigInteger.valueOf(bits);
    return dtype == DType.U64 && bits < 0 ? value.add(BigInteger.ONE.shiftLeft(64)) : value;
  }

  /** The number as an element of the dtype, wrapped around, in 64 bits. */
  public static long wrap(DType dtype, BigInteger value) {
    BigInteger range = BigInteger.ONE.shiftLeft(dtype.bits());
    BigInteger wrapped = value.mod(range);
    boolean isNegative = dtype.kind() == DType.Kind.SIGNED && wrapped.testBit(dtype.bits() - 1);
    return (isNegative ? wrapped.subtract(range) : wrapped).longValue();
  }
}
