package io.pelton.cpu.kernel.recurrent;

import io.pelton.cpu.block.ArrayBlocks;
import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.PackedWeights;
import io.pelton.engine.tensor.Layout;

/** Constant weights as one matrix a gate, [directions, gates, inner, hidden], row-major. */
record PackedGates(Object array, long byteLength) implements PackedWeights {
  /**
   * The weights in that order, all in one block. Constants are packed once and shared.
   *
   * @param operand [directions, gates * hidden, inner]
   */
  @SuppressWarnings("unchecked")
  static <A> Blocks<A> of(NodeSpec node, Operand operand, int hidden, Lane<A> lane) {
    Layout given = operand.layout();
    long[] dims = {given.dim(0), given.dim(1) / hidden, given.dim(2), hidden};
    long[] strides = {given.stride(0), given.stride(1) * hidden, given.stride(2), given.stride(1)};
    Layout view = Layout.of(dims, strides, 0);
    if (operand.constant().isEmpty()) {
      return lane.blocks(operand, view, Math.toIntExact(view.elements()));
    }
    PackedGates packed =
        node.prepared(operand.constant().get(), PackedGates.class, () -> pack(operand, view, lane));
    return new ArrayBlocks<>((A) packed.array);
  }

  private static <A> PackedGates pack(Operand operand, Layout view, Lane<A> lane) {
    int size = Math.toIntExact(view.elements());
    return new PackedGates(lane.copy(operand, view), lane.bytes(size));
  }
}
