package io.pelton.onnx.proto;

import ai.onnx.proto.OnnxMl.SparseTensorProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Turns tensors of which only the elements beside zero are stored into dense ones, as
 * SparseTensorProto in onnx.proto describes them: in order, each element once.
 */
public final class SparseDecoder {
  /** Elements that a tensor may have for each one that is stored; more are the model's to spend. */
  private static final long ELEMENTS_PER_STORED = 1 << 10;

  private final TensorDecoder tensors;

  public SparseDecoder(TensorDecoder tensors) {
    this.tensors = tensors;
  }

  /**
   * @param name of the value that the tensor is, for messages
   * @throws io.pelton.onnx.MalformedValue when shape, values and indices contradict each other,
   *     when strings are sparse, or when far more elements are declared than stored, by this tensor
   *     and those that were decoded before it
   */
  public Tensor decode(SparseTensorProto proto, String name) {
    Tensor values = tensors.decodeOnHeap(proto.getValues(), name);
    Tensor indices = tensors.decode(proto.getIndices(), name + " (indices)");
    DType dtype = values.dtype();
    check(
        dtype != DType.STRING && dtype.bits() >= 8,
        name,
        "sparse tensors of " + dtype + " are not supported");
    check(values.dims().length == 1, name, "its values have the shape " + dims(values));
    check(indices.dtype() == DType.I64, name, "its indices are " + indices.dtype() + ", not I64");
    long[] dims = proto.getDimsList().stream().mapToLong(Long::longValue).toArray();
    int stored = Math.toIntExact(values.layout().elements());
    HeapStorage dense = HeapStorage.allocate(dtype, elements(dims, stored, name));
    HeapStorage from = (HeapStorage) values.storage();
    long[] places = places(indices, dims, stored, name);
    for (int i = 0; i < stored; i++) {
      check(places[i] >= 0 && places[i] < dense.length(), name, "an index is outside of its shape");
      check(i == 0 || places[i] > places[i - 1], name, "its indices are not in order");
      System.arraycopy(
          from.array(), from.base() + i, dense.array(), dense.base() + (int) places[i], 1);
    }
    return new Tensor(dense, Layout.contiguous(dims));
  }

  private long elements(long[] dims, int stored, String name) {
    long elements = 1;
    for (long dim : dims) {
      check(dim >= 0, name, "its shape " + Arrays.toString(dims) + " has a negative length");
      long most = Integer.MAX_VALUE;
      check(dim == 0 || elements <= most / dim, name, "it has more than 2^31-1 elements");
      elements *= dim;
    }
    long beyond = Math.max(0, elements - stored * ELEMENTS_PER_STORED);
    check(
        tensors.spend(beyond), name, "it declares " + elements + " elements but stores " + stored);
    return elements;
  }

  /** Row-major places, from these or from one index an axis. */
  private long[] places(Tensor indices, long[] dims, int stored, String name) {
    long[] shape = indices.dims();
    long[] given = indices.toLongs();
    if (Arrays.equals(shape, new long[] {stored})) {
      return given;
    }
    check(
        Arrays.equals(shape, new long[] {stored, dims.length}),
        name,
        "its " + stored + " values have indices of shape " + dims(indices));
    return LongStream.range(0, stored).map(row -> place(given, row, dims, name)).toArray();
  }

  private long place(long[] given, long row, long[] dims, String name) {
    long place = 0;
    for (int axis = 0; axis < dims.length; axis++) {
      long index = given[(int) row * dims.length + axis];
      check(index >= 0 && index < dims[axis], name, "an index is outside of its shape");
      place = place * dims[axis] + index;
    }
    return place;
  }

  private static String dims(Tensor tensor) {
    return Arrays.toString(tensor.dims());
  }

  private void check(boolean condition, String name, String reason) {
    if (!condition) {
      throw tensors.malformed(name, reason);
    }
  }
}
