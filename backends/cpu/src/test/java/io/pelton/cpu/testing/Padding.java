package io.pelton.cpu.testing;

import io.pelton.engine.tensor.Carrier;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/** What operands hold beyond the rows of a batch. */
public enum Padding {
  /** Nothing at all: reading there fails. */
  MISSING,
  /** NaN, integers that are no index, text that is no number. */
  POISON,
  /** Zeros, which can't be divided by. */
  ZEROS;

  /**
   * The first {@code active} rows and what comes after them, up to {@code rows}, in memory of its
   * own.
   *
   * @param source packed on the heap; where elements are smaller than a byte, rows end with one
   */
  Tensor pad(Tensor source, int active, int rows) {
    long[] dims = source.dims();
    int perRow = Math.toIntExact(source.layout().elements() / dims[0]);
    dims[0] = this == MISSING ? active : rows;
    Layout layout = Layout.contiguous(dims);
    return source.dtype() == DType.STRING
        ? new Tensor(strings(source, active * perRow, layout.elements()), layout)
        : new Tensor(numbers(source, (long) active * perRow, layout.elements()), layout);
  }

  private StringStorage strings(Tensor source, int kept, long length) {
    String[] texts = Arrays.copyOf(source.toStrings(), (int) length);
    Arrays.fill(texts, kept, texts.length, this == ZEROS ? "" : "poison");
    return StringStorage.of(texts);
  }

  private HeapStorage numbers(Tensor source, long kept, long length) {
    DType dtype = source.dtype();
    Carrier carrier = dtype.carrier();
    int slots = (int) dtype.carrierSlots(length);
    int used = (int) dtype.carrierSlots(kept);
    Object array = carrier.allocate(slots);
    System.arraycopy(((HeapStorage) source.storage()).array(), 0, array, 0, used);
    if (this == POISON) {
      poison(array, used);
    }
    return HeapStorage.wrap(dtype, array, 0, (int) length);
  }

  private static void poison(Object array, int from) {
    if (array instanceof float[] floats) {
      Arrays.fill(floats, from, floats.length, Float.NaN);
    } else if (array instanceof double[] doubles) {
      Arrays.fill(doubles, from, doubles.length, Double.NaN);
    } else if (array instanceof long[] longs) {
      Arrays.fill(longs, from, longs.length, Long.MAX_VALUE);
    } else if (array instanceof int[] ints) {
      Arrays.fill(ints, from, ints.length, Integer.MAX_VALUE);
    } else if (array instanceof short[] shorts) {
      Arrays.fill(shorts, from, shorts.length, Short.MAX_VALUE);
    } else {
      byte[] bytes = (byte[]) array;
      Arrays.fill(bytes, from, bytes.length, Byte.MAX_VALUE);
    }
  }
}
