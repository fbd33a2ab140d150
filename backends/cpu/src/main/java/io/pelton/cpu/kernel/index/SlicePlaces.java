package io.pelton.cpu.kernel.index;

import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** Slices whose first axes' indices lie side by side, within a batch's part of the data. */
final class SlicePlaces extends Places {
  private final IndexCursor indices;
  private final int[] lengths;
  private final int[] strides;
  private final int perBatch;
  private final int batchLength;
  private int inBatch;
  private int batch;

  SlicePlaces(NodeSpec node, Layout data, Operand indices, int batchAxes) {
    this(node, data, indices, batchAxes, indices.layout().dims());
  }

  private SlicePlaces(
      NodeSpec node, Layout data, Operand indices, int batchAxes, long... indexDims) {
    super(
        node,
        product(indexDims, 0, indexDims.length - 1),
        product(data.dims(), batchAxes + (int) indexDims[indexDims.length - 1], data.rank()));
    int depth = (int) indexDims[indexDims.length - 1];
    this.indices = new IndexCursor(indices);
    this.lengths = new int[depth];
    this.strides = new int[depth];
    for (int i = 0; i < depth; i++) {
      lengths[i] = Math.toIntExact(data.dim(batchAxes + i));
      strides[i] = Math.toIntExact(data.stride(batchAxes + i));
    }
    this.perBatch = Math.toIntExact(product(indexDims, batchAxes, indexDims.length - 1));
    this.batchLength = Math.toIntExact(product(data.dims(), batchAxes, data.rank()));
  }

  private static long product(long[] dims, int from, int to) {
    return Layout.elements(Arrays.copyOfRange(dims, from, to));
  }

  @Override
  void begin(int count) {
    indices.seek(0, count * lengths.length);
    inBatch = 0;
    batch = 0;
  }

  @Override
  int find() {
    if (inBatch == perBatch) {
      inBatch = 0;
      batch += batchLength;
    }
    inBatch++;
    int element = batch;
    for (int i = 0; i < lengths.length; i++) {
      element += checked(indices.next(), lengths[i]) * strides[i];
    }
    return element;
  }
}
