package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** A tensor of plain Java, contiguous. */
record Plain(long[] dims, float[] data) {
  static Plain of(IntToDoubleFunction element, long... dims) {
    float[] data = new float[(int) Layout.elements(dims)];
    for (int i = 0; i < data.length; i++) {
      data[i] = (float) element.applyAsDouble(i);
    }
    return new Plain(dims, data);
  }

  Plain copy() {
    return new Plain(dims.clone(), data.clone());
  }

  boolean hasDims(long... others) {
    return Arrays.equals(dims, others);
  }

  /** Elements of one index of axis 0. */
  int perRow() {
    return dims[0] == 0 ? 0 : (int) (data.length / dims[0]);
  }

  Plain row(int row) {
    float[] part = Arrays.copyOfRange(data, row * perRow(), (row + 1) * perRow());
    return new Plain(Arrays.copyOfRange(dims, 1, dims.length), part);
  }

  /** Rows of the source from one index on, to those from another one on. */
  void copyRows(Plain source, int from, int to, int rows) {
    System.arraycopy(source.data, from * perRow(), data, to * perRow(), rows * perRow());
  }

  /** A tensor with a copy of the elements, F32 or I64. */
  Tensor tensor(DType dtype) {
    if (dtype == DType.I64) {
      return Tensor.of(
          IntStream.range(0, data.length).mapToLong(i -> (long) data[i]).toArray(), dims);
    }
    return Tensor.of(data.clone(), dims);
  }

  /** The same elements, but outside the heap. */
  static Tensor outside(Tensor tensor) {
    float[] floats = tensor.toFloats();
    ByteBuffer memory =
        ByteBuffer.allocateDirect(Float.BYTES * floats.length).order(ByteOrder.LITTLE_ENDIAN);
    memory.asFloatBuffer().put(floats);
    NativeStorage storage = NativeStorage.wrap(DType.F32, memory, () -> {});
    return new Tensor(storage, Layout.contiguous(tensor.dims()));
  }

  /** Bit by bit. */
  void check(String what, Tensor found) {
    check(what, found, data.length);
  }

  /**
   * @param elements from the first on, that are specified
   */
  void check(String what, Tensor found, int elements) {
    assertThat(found.dims()).as(what).containsExactly(dims);
    float[] floats = found.toFloats();
    assertThat(Arrays.copyOf(floats, elements)).as(what).isEqualTo(Arrays.copyOf(data, elements));
  }
}
