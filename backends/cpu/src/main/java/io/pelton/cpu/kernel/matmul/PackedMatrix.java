package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.PackedWeights;
import io.pelton.engine.tensor.Layout;

/** A constant right operand as an array of its lane, row-major, shared by all executables. */
record PackedMatrix(Object array, long byteLength) implements PackedWeights {
  static <A> PackedMatrix of(Operand operand, Layout view, Lane<A> lane) {
    int size = Math.toIntExact(view.elements());
    Blocks<A> blocks = lane.blocks(operand, view, size);
    blocks.read(0, size);
    A packed = lane.allocate(size);
    System.arraycopy(blocks.array(), blocks.at(), packed, 0, size);
    return new PackedMatrix(packed, lane.bytes(size));
  }
}
