package io.pelton.cpu.vector.half;

import io.pelton.cpu.block.HalfLoops;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** By vectors of 128 bits or more. */
public final class VectorHalfLoops implements HalfLoops {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final int LENGTH = FLOATS.length();
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(16 * LENGTH));

  private static final int SIGN = 0x80000000;
  private static final int INFINITY = 0x7f800000;

  /** 65520, from where on F16 rounds to infinity. */
  private static final int F16_OVERFLOW = 0x477ff000;

  /** 2^-14, below which F16 has fewer bits. */
  private static final int F16_NORMAL = 0x38800000;

  /** From an exponent of F16 to one of F32. */
  private static final int REBIAS = (127 - 15) << 23;

  private static final int HALF = 0x3f000000;

  private final HalfLoops scalar = HalfLoops.scalar();

  @Override
  public void fromF16(short[] x, int i, float[] y, int k, int count) {
    int whole = FLOATS.loopBound(count);
    for (int n = 0; n < whole; n += LENGTH) {
      IntVector bits =
          (IntVector)
              ShortVector.fromArray(SHORTS, x, i + n).convertShape(VectorOperators.S2I, INTS, 0);
      IntVector sign = bits.and(SIGN);
      IntVector magnitude = bits.and(0x7fff);
      IntVector normal = magnitude.lanewise(VectorOperators.LSHL, 13).add(REBIAS);
      IntVector small =
          ((FloatVector) magnitude.convert(VectorOperators.I2F, 0))
              .mul(0x1p-24f)
              .reinterpretAsInts();
      IntVector wide =
          normal
              .blend(normal.add(REBIAS), magnitude.compare(VectorOperators.GE, 0x7c00))
              .blend(small, magnitude.compare(VectorOperators.LT, 0x400));
      wide.or(sign).reinterpretAsFloats().intoArray(y, k + n);
    }
    scalar.fromF16(x, i + whole, y, k + whole, count - whole);
  }

  @Override
  public void fromBf16(short[] x, int i, float[] y, int k, int count) {
    int whole = FLOATS.loopBound(count);
    for (int n = 0; n < whole; n += LENGTH) {
      IntVector bits =
          (IntVector)
              ShortVector.fromArray(SHORTS, x, i + n).convertShape(VectorOperators.S2I, INTS, 0);
      bits.lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats().intoArray(y, k + n);
    }
    scalar.fromBf16(x, i + whole, y, k + whole, count - whole);
  }

  @Override
  public void toF16(float[] x, int i, short[] y, int k, int count) {
    int whole = FLOATS.loopBound(count);
    for (int n = 0; n < whole; n += LENGTH) {
      IntVector bits = FloatVector.fromArray(FLOATS, x, i + n).reinterpretAsInts();
      IntVector sign = bits.lanewise(VectorOperators.LSHR, 16).and(0x8000);
      IntVector magnitude = bits.and(~SIGN);
      IntVector even = magnitude.lanewise(VectorOperators.LSHR, 13).and(1);
      IntVector normal = magnitude.add(0xfff - REBIAS).add(even).lanewise(VectorOperators.LSHR, 13);
      IntVector small = magnitude.reinterpretAsFloats().add(0.5f).reinterpretAsInts().sub(HALF);
      IntVector half =
          normal
              .blend(small, magnitude.compare(VectorOperators.LT, F16_NORMAL))
              .blend(0x7c00, magnitude.compare(VectorOperators.GE, F16_OVERFLOW))
              .blend(0x7e00, magnitude.compare(VectorOperators.GT, INFINITY));
      ((ShortVector) half.or(sign).convertShape(VectorOperators.I2S, SHORTS, 0))
          .intoArray(y, k + n);
    }
    scalar.toF16(x, i + whole, y, k + whole, count - whole);
  }

  @Override
  public void toBf16(float[] x, int i, short[] y, int k, int count) {
    int whole = FLOATS.loopBound(count);
    for (int n = 0; n < whole; n += LENGTH) {
      IntVector bits = FloatVector.fromArray(FLOATS, x, i + n).reinterpretAsInts();
      IntVector high = bits.lanewise(VectorOperators.LSHR, 16);
      IntVector rounded = bits.add(0x7fff).add(high.and(1)).lanewise(VectorOperators.LSHR, 16);
      VectorMask<Integer> isNaN = bits.and(~SIGN).compare(VectorOperators.GT, INFINITY);
      ((ShortVector)
              rounded.blend(high.or(0x40), isNaN).convertShape(VectorOperators.I2S, SHORTS, 0))
          .intoArray(y, k + n);
    }
    scalar.toBf16(x, i + whole, y, k + whole, count - whole);
  }

  @Override
  public void roundToF16(float[] x, int at, int count) {
    int whole = FLOATS.loopBound(count);
    for (int n = at; n < at + whole; n += LENGTH) {
      IntVector bits = FloatVector.fromArray(FLOATS, x, n).reinterpretAsInts();
      IntVector sign = bits.and(SIGN);
      IntVector magnitude = bits.and(~SIGN);
      IntVector even = magnitude.lanewise(VectorOperators.LSHR, 13).and(1);
      IntVector normal = magnitude.add(0xfff).add(even).and(~0x1fff);
      IntVector small = magnitude.reinterpretAsFloats().add(0.5f).sub(0.5f).reinterpretAsInts();
      IntVector rounded =
          normal
              .blend(small, magnitude.compare(VectorOperators.LT, F16_NORMAL))
              .blend(INFINITY, magnitude.compare(VectorOperators.GE, F16_OVERFLOW))
              .blend(0x7fc00000, magnitude.compare(VectorOperators.GT, INFINITY));
      rounded.or(sign).reinterpretAsFloats().intoArray(x, n);
    }
    scalar.roundToF16(x, at + whole, count - whole);
  }

  @Override
  public void roundToBf16(float[] x, int at, int count) {
    int whole = FLOATS.loopBound(count);
    for (int n = at; n < at + whole; n += LENGTH) {
      IntVector bits = FloatVector.fromArray(FLOATS, x, n).reinterpretAsInts();
      IntVector even = bits.lanewise(VectorOperators.LSHR, 16).and(1);
      IntVector rounded = bits.add(0x7fff).add(even);
      VectorMask<Integer> isNaN = bits.and(~SIGN).compare(VectorOperators.GT, INFINITY);
      rounded.blend(bits.or(0x400000), isNaN).and(0xffff0000).reinterpretAsFloats().intoArray(x, n);
    }
    scalar.roundToBf16(x, at + whole, count - whole);
  }
}
