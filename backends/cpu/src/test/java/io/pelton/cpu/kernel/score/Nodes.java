package io.pelton.cpu.kernel.score;

import io.pelton.cpu.CpuBackendProvider;
import io.pelton.engine.graph.Op;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Evaluates single ops on the CPU backend, and lays tensors out in unusual ways. */
public final class Nodes {
  static final Backend CPU = Backend.open(new CpuBackendProvider());

  private Nodes() {}

  public static Value[] evaluate(Op op, Tensor... in) {
    return new Evaluator(CPU, new Prepared()).evaluate("node", op, in);
  }

  /** Output 0. */
  public static Tensor tensor(Op op, Tensor... in) {
    return (Tensor) evaluate(op, in)[0];
  }

  /** A matrix of floats. */
  public static Tensor matrix(float[]... rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    float[] data = new float[rows.length * columns];
    for (int row = 0; row < rows.length; row++) {
      System.arraycopy(rows[row], 0, data, row * columns, columns);
    }
    return Tensor.of(data, rows.length, columns);
  }

  /** A matrix of one column. */
  public static Tensor column(float... values) {
    return Tensor.of(values, values.length, 1);
  }

  /** The same elements, but stored column by column, last row first, behind a gap. */
  public static Tensor strided(Tensor tensor) {
    long[] dims = tensor.dims();
    long[] strides = new long[dims.length];
    long step = 1;
    long offset = 3;
    for (int axis = 0; axis < dims.length; axis++) {
      strides[axis] = axis == 0 ? -step : step;
      offset += axis == 0 ? Math.max(dims[0] - 1, 0) : 0;
      step *= Math.max(dims[axis], 1);
    }
    Layout layout = Layout.of(dims, strides, offset);
    int size = Math.toIntExact(step + 3);
    int count = Math.toIntExact(tensor.layout().elements());
    if (tensor.dtype() == DType.STRING) {
      String[] data = new String[size];
      Arrays.fill(data, "gap");
      for (int i = 0; i < count; i++) {
        data[(int) layout.position(i)] = tensor.toStrings()[i];
      }
      return new Tensor(Tensor.of(data, size).storage(), layout);
    }
    Tensor target = Tensor.allocate(tensor.dtype(), size);
    for (int i = 0; i < count; i++) {
      System.arraycopy(
          array(tensor),
          Math.toIntExact(tensor.layout().position(i)),
          array(target),
          (int) layout.position(i),
          1);
    }
    return new Tensor(target.storage(), layout);
  }

  private static Object array(Tensor tensor) {
    return ((HeapStorage) tensor.storage()).array();
  }

  /** The same elements in direct memory, behind a gap; strings stay where they are. */
  public static Tensor nativeCopy(Tensor tensor) {
    if (tensor.dtype() == DType.STRING) {
      return tensor;
    }
    int width = tensor.dtype().bits() / 8;
    int count = Math.toIntExact(tensor.layout().elements());
    ByteBuffer memory =
        ByteBuffer.allocateDirect((count + 2) * width).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      int at = (i + 2) * width;
      switch (tensor.dtype()) {
        case F32 -> memory.putFloat(at, tensor.toFloats()[i]);
        case F64 -> memory.putDouble(at, tensor.toDoubles()[i]);
        case I64 -> memory.putLong(at, tensor.toLongs()[i]);
        case I32 -> memory.putInt(at, (int) tensor.toLongs()[i]);
        default -> throw new IllegalArgumentException(tensor.dtype().toString());
      }
    }
    NativeStorage storage = NativeStorage.wrap(tensor.dtype(), memory, () -> {});
    return new Tensor(
        storage, Layout.of(tensor.dims(), Layout.contiguous(tensor.dims()).strides(), 2));
  }
}
