package io.pelton.cuda.kernel.tabular;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Keys as kernels search them: by unsigned numbers in their order, {@code order_at} of {@code
 * order.cuh}; of a key that repeats, the last place counts.
 *
 * @param orders ascending, without repeats
 * @param places of the keys in the list that they come from
 */
record SortedKeys(long[] orders, int[] places) {
  private static final long SHIFT_OF_NARROW = 0x80000000L;

  static SortedKeys of(Tensor keys) {
    long[] orders = orders(keys);
    List<Integer> ascending =
        IntStream.range(0, orders.length)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingLong(place -> orders[place] + Long.MIN_VALUE)
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
    int[] kept =
        IntStream.range(0, orders.length)
            .filter(
                i ->
                    i + 1 == orders.length
                        || orders[ascending.get(i)] != orders[ascending.get(i + 1)])
            .map(ascending::get)
            .toArray();
    return new SortedKeys(IntStream.of(kept).mapToLong(place -> orders[place]).toArray(), kept);
  }

  /** The orders, as kernels read them. */
  Tensor table() {
    return Tensor.of(orders, orders.length);
  }

  private static long[] orders(Tensor keys) {
    return switch (keys.dtype()) {
      case F32 -> {
        float[] floats = keys.toFloats();
        yield IntStream.range(0, floats.length).mapToLong(i -> order(floats[i])).toArray();
      }
      case F64 -> {
        double[] doubles = keys.toDoubles();
        yield IntStream.range(0, doubles.length).mapToLong(i -> order(doubles[i])).toArray();
      }
      default -> {
        long[] longs = keys.toLongs();
        long shift = keys.dtype() == DType.I64 ? Long.MIN_VALUE : SHIFT_OF_NARROW;
        yield IntStream.range(0, longs.length).mapToLong(i -> longs[i] + shift).toArray();
      }
    };
  }

  private static long order(float x) {
    if (Float.isNaN(x)) {
      return 0xffffffffL;
    }
    int bits = Float.floatToRawIntBits(x + 0.0f);
    return (bits ^ (bits < 0 ? -1 : Integer.MIN_VALUE)) & 0xffffffffL;
  }

  private static long order(double x) {
    if (Double.isNaN(x)) {
      return -1;
    }
    long bits = Double.doubleToRawLongBits(x + 0.0);
    return bits ^ (bits < 0 ? -1 : Long.MIN_VALUE);
  }
}
