package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.DoubleBlocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.Arrays;

/** Lists where an operand is not zero, and how often. */
final class NonZeroCall implements Call {
  private final DoubleBlocks data;
  private final int[] dims;
  private final int elements;
  private final Operand indices;
  private final Operand count;

  NonZeroCall(NodeSpec node, Operand[] in, Operand[] out) {
    long[] lengths = in[0].layout().dims();
    this.data = DoubleBlocks.of(in[0], lengths);
    this.dims = Arrays.stream(lengths).mapToInt(Math::toIntExact).toArray();
    this.elements = Math.toIntExact(in[0].layout().elements());
    this.indices = out[0];
    this.count = out[1];
  }

  @Override
  public void run(int activeRows) {
    int found = 0;
    for (int from = 0; from < elements; from += RawBlocks.SIZE) {
      int block = Math.min(RawBlocks.SIZE, elements - from);
      data.read(from, block);
      for (int n = 0; n < block; n++) {
        if (data.array()[data.at() + n] != 0) {
          set(found++, from + n);
        }
      }
    }
    for (int axis = 0; axis < dims.length; axis++) {
      int row = indices.base() + axis * elements;
      Arrays.fill(indices.longs(), row + found, row + elements, 0);
    }
    count.longs()[count.base()] = found;
  }

  private void set(int column, int element) {
    int rest = element;
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      indices.longs()[indices.base() + axis * elements + column] = rest % dims[axis];
      rest /= dims[axis];
    }
  }
}
