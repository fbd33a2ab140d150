package io.pelton.arrow;

import io.pelton.arrow.type.NumberSink;
import io.pelton.arrow.type.NumberType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import java.util.Arrays;
import java.util.Optional;

/** One value as an element of a dtype, rounded once where that has floats. */
final class PackedValue {
  private PackedValue() {}

  /** Writes the first elements of a sink that has begun with room for them. */
  static void fill(NumberSink sink, int elements, Number value) {
    int block = Math.min(elements, NumberType.BLOCK);
    double[] reals = new double[block];
    long[] integers = new long[block];
    Arrays.fill(reals, value.doubleValue());
    Arrays.fill(integers, value.longValue());
    for (int from = 0; from < elements; from += block) {
      int count = Math.min(block, elements - from);
      if (isReal(value)) {
        sink.doubles(reals, count, from);
      } else {
        sink.longs(integers, count, false, from);
      }
    }
  }

  private static boolean isReal(Number value) {
    return value instanceof Double || value instanceof Float;
  }

  /** An array with this one element, of the dtype's carrier. */
  static HeapStorage of(DType dtype, Number value) {
    NumberSink sink = NumberSink.of(dtype);
    sink.begin(1, 1);
    fill(sink, 1, value);
    return sink.storage(1);
  }

  /** What an element of this dtype would have to be for this value; empty where it can be. */
  static Optional<String> obstacle(DType dtype, Object value) {
    if (dtype == DType.STRING) {
      return value instanceof String ? Optional.empty() : Optional.of("a string");
    }
    if (!(value instanceof Number number) || !NumberSink.supports(dtype)) {
      return Optional.of("a number of type " + dtype);
    }
    if (isReal(number)) {
      return dtype.isFloat() ? Optional.empty() : Optional.of("an integer of type " + dtype);
    }
    NumberSink sink = NumberSink.of(dtype);
    sink.begin(1, 1);
    return sink.longs(new long[] {number.longValue()}, 1, false, 0) < 0
        ? Optional.empty()
        : Optional.of("a number that " + dtype + " holds");
  }
}
