package io.pelton.onnx.oracle.operator;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Draws tensors: lengths and elements. */
final class Values {
  private static final String[] WORDS = {"", "a", "b", "Ab", "ab", " ", "ä", "日本", "0", "-1.5"};
  private static final double[] ODD = {
    0.0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
  };

  private final Draw draw;

  Values(Draw draw) {
    this.draw = draw;
  }

  /** A shape of so many axes; lengths are small, often 1 and sometimes 0. */
  long[] shape(int leastRank, int mostRank) {
    long[] dims = lengths(draw.between(leastRank, mostRank));
    if (dims.length > 0 && draw.chance(0.08)) {
      dims[draw.below(dims.length)] = 0;
    }
    return dims;
  }

  /** As {@link #shape}, without zeros. */
  long[] lengths(int rank) {
    long[] dims = new long[rank];
    Arrays.setAll(dims, axis -> draw.chance(0.25) ? 1 : draw.between(2, 5));
    return dims;
  }

  /** A shape that broadcasts to the given one: some axes missing in front, others of length 1. */
  long[] broadcasting(long... dims) {
    int left = draw.chance(0.3) ? draw.below(dims.length + 1) : 0;
    long[] other = Arrays.copyOfRange(dims, left, dims.length);
    for (int axis = 0; axis < other.length; axis++) {
      if (draw.chance(0.25)) {
        other[axis] = 1;
      }
    }
    return other;
  }

  /** An axis of a shape, from either end. */
  int axis(int rank) {
    int axis = draw.below(rank);
    return draw.chance(0.4) ? axis - rank : axis;
  }

  /** Different axes of a shape, from either end. */
  long[] axes(int rank, int count) {
    return draw.order(rank).stream()
        .limit(count)
        .mapToLong(axis -> draw.chance(0.4) ? axis - rank : axis)
        .toArray();
  }

  /** Ordinary elements: floats about 1 in magnitude, integers of a few units, words. */
  Tensor plain(DType dtype, long... dims) {
    if (dtype.isFloat()) {
      return floats(dtype, draw::normalOrSimple, dims);
    }
    return switch (dtype) {
      case STRING -> texts(dims);
      case BOOL -> between(dtype, 0, 1, dims);
      default -> between(dtype, dtype.kind() == DType.Kind.UNSIGNED ? 0 : -6, 6, dims);
    };
  }

  /**
   * Ordinary elements and odd ones: zeros of both signs, NaN, infinities, denormals, the ends of
   * the range and what lies beside them.
   */
  Tensor odd(DType dtype, long... dims) {
    if (dtype.isFloat()) {
      return floats(dtype, () -> draw.chance(0.3) ? oddFloat(dtype) : draw.normalOrSimple(), dims);
    }
    if (!dtype.isInteger()) {
      return plain(dtype, dims);
    }
    long[] ends = ends(dtype);
    return longs(
        dtype, () -> draw.chance(0.2) ? ends[draw.below(ends.length)] : small(dtype), dims);
  }

  /** As {@link #odd}, but numbers of float64 are some that float32 has, too. */
  Tensor oddOfSingles(DType dtype, long... dims) {
    return dtype == DType.F64
        ? floats(
            dtype,
            () -> draw.chance(0.3) ? (float) oddFloat(DType.F32) : draw.normalOrSimple(),
            dims)
        : odd(dtype, dims);
  }

  private long small(DType dtype) {
    return draw.between(dtype.kind() == DType.Kind.UNSIGNED ? 0 : -9, 9);
  }

  /** The ends of an integer's range and their neighbours. */
  private static long[] ends(DType dtype) {
    int bits = dtype.bits();
    if (dtype.kind() == DType.Kind.UNSIGNED) {
      long most = bits == 64 ? -1 : (1L << bits) - 1;
      return new long[] {0, 1, most, most - 1};
    }
    long least = bits == 64 ? Long.MIN_VALUE : -(1L << (bits - 1));
    return new long[] {least, least + 1, -1, -least - 1};
  }

  private double oddFloat(DType dtype) {
    if (draw.chance(0.7)) {
      return ODD[draw.below(ODD.length)];
    }
    double sign = draw.one(1, -1);
    return sign
        * switch (dtype) {
          case F64 -> draw.one(Double.MIN_VALUE, Double.MAX_VALUE, 1e-310, Double.MIN_NORMAL);
          case F16 -> draw.one(6e-8, 65504.0, 1e-6, 6.104e-5);
          default -> draw.one((double) Float.MIN_VALUE, 3e38, 1e-40, (double) Float.MIN_NORMAL);
        };
  }

  /** Numbers within the ends; both are included. */
  Tensor between(DType dtype, int least, int most, long... dims) {
    return dtype.isFloat()
        ? floats(dtype, () -> least + (most - least) * draw.below(65) / 64.0, dims)
        : longs(dtype, () -> draw.between(least, most), dims);
  }

  Tensor texts(long... dims) {
    String[] texts = new String[count(dims)];
    Arrays.setAll(texts, i -> draw.one(WORDS));
    return Tensor.of(texts, dims);
  }

  /** Of a float dtype; each is rounded to it. */
  static Tensor floats(DType dtype, DoubleSupplier elements, long... dims) {
    double[] numbers = DoubleStream.generate(elements).limit(count(dims)).toArray();
    return switch (dtype) {
      case F64 -> Tensor.of(numbers, dims);
      case F32 -> {
        float[] floats = new float[numbers.length];
        for (int i = 0; i < floats.length; i++) {
          floats[i] = (float) numbers[i];
        }
        yield Tensor.of(floats, dims);
      }
      default -> {
        short[] halves = new short[numbers.length];
        for (int i = 0; i < halves.length; i++) {
          halves[i] =
              dtype == DType.F16 ? Half.doubleToF16(numbers[i]) : Half.doubleToBf16(numbers[i]);
        }
        yield Tensor.wrap(dtype, halves, dims);
      }
    };
  }

  /** Of an integer dtype or BOOL; each is cut to its width. */
  static Tensor longs(DType dtype, LongSupplier elements, long... dims) {
    long[] numbers = LongStream.generate(elements).limit(count(dims)).toArray();
    Object array =
        switch (dtype.carrier()) {
          case LONGS -> numbers;
          case INTS -> LongStream.of(numbers).mapToInt(number -> (int) number).toArray();
          case SHORTS -> {
            short[] shorts = new short[numbers.length];
            for (int i = 0; i < shorts.length; i++) {
              shorts[i] = (short) numbers[i];
            }
            yield shorts;
          }
          default -> {
            byte[] bytes = new byte[numbers.length];
            for (int i = 0; i < bytes.length; i++) {
              bytes[i] = (byte) numbers[i];
            }
            yield bytes;
          }
        };
    return Tensor.wrap(dtype, array, dims);
  }

  /** True where any element of a tensor of floats is such a number. */
  static boolean any(Tensor tensor, DoublePredicate such) {
    return tensor.dtype().isFloat() && Arrays.stream(tensor.toDoubles()).anyMatch(such);
  }

  /** Elements of a shape. */
  static int count(long... dims) {
    return Math.toIntExact(LongStream.of(dims).reduce(1, Math::multiplyExact));
  }
}
