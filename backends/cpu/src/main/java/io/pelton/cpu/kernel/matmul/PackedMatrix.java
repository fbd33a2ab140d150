package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.block.Lane;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.PackedWeights;
import io.pelton.engine.tensor.Layout;

/** A constant right operand as an array of its lane, row-major, shared by all executables. */
record PackedMatrix(Object array, long byteLength) implements PackedWeights {
  static <A> PackedMatrix of(Operand operand, Layout view, Lane<A> lane) {
    int size = Math.toIntExact(view.elements());
    return new PackedMatrix(lane.copy(operand, view), lane.bytes(size));
  }
}
