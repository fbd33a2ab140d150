package io.pelton.flink.operator;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/** Makes the made-up values of one row at one input, followed by padding. */
final class ProbeRow {
  private ProbeRow() {}

  /**
   * A tensor of one row.
   *
   * @param values the row's own, of the classes of a policy's padding values
   * @param pad what follows them
   */
  static Tensor of(DType dtype, Object[] values, Object pad, long[] dims) {
    int count = Math.toIntExact(Layout.elements(dims));
    Object[] all = Arrays.copyOf(values, count);
    Arrays.fill(all, Math.min(values.length, count), count, pad);
    return switch (dtype.carrier()) {
      case STRINGS ->
          Tensor.of(Arrays.stream(all).map(Object::toString).toArray(String[]::new), dims);
      case FLOATS -> Tensor.wrap(dtype, floats(all), dims);
      case DOUBLES ->
          Tensor.wrap(dtype, Arrays.stream(all).mapToDouble(ProbeRow::real).toArray(), dims);
      case LONGS ->
          Tensor.wrap(dtype, Arrays.stream(all).mapToLong(ProbeRow::integer).toArray(), dims);
      case INTS ->
          Tensor.wrap(
              dtype, Arrays.stream(all).mapToInt(each -> (int) integer(each)).toArray(), dims);
      case SHORTS -> Tensor.wrap(dtype, shorts(dtype, all), dims);
      case BYTES -> Tensor.wrap(dtype, bytes(all), dims);
    };
  }

  private static double real(Object value) {
    return ((Number) value).doubleValue();
  }

  private static long integer(Object value) {
    return ((Number) value).longValue();
  }

  private static float[] floats(Object[] values) {
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) real(values[i]);
    }
    return floats;
  }

  private static short[] shorts(DType dtype, Object[] values) {
    short[] shorts = new short[values.length];
    for (int i = 0; i < shorts.length; i++) {
      shorts[i] =
          switch (dtype) {
            case F16 -> Half.doubleToF16(real(values[i]));
            case BF16 -> Half.doubleToBf16(real(values[i]));
            default -> (short) integer(values[i]);
          };
    }
    return shorts;
  }

  private static byte[] bytes(Object[] values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) integer(values[i]);
    }
    return bytes;
  }
}
