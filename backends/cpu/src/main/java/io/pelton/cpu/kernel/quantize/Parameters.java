package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** Scales and zero points, of which there is one, or one for each index of an axis. */
final class Parameters {
  private Parameters() {}

  /**
   * The parameter of every element of a tensor, in its order.
   *
   * @param dims of the tensor
   * @return null where the operand is
   */
  static <A> Blocks<A> along(int axis, Operand parameter, long[] dims, Lane<A> lane) {
    if (parameter == null) {
      return null;
    }
    long[] strides = new long[dims.length];
    Layout own = parameter.layout();
    if (own.elements() != 1) {
      strides[axis < 0 ? axis + dims.length : axis] = own.stride(0);
    }
    return lane.blocks(parameter, Layout.of(dims, strides, 0), RawBlocks.SIZE);
  }

  /** The operand at that place; null where it is absent. */
  static Operand optional(Operand[] in, int operand) {
    return operand < in.length ? in[operand] : null;
  }

  /** All elements of a small parameter as one block; null where it is absent. */
  static <A> Blocks<A> all(Operand parameter, Lane<A> lane) {
    return parameter == null
        ? null
        : lane.blocks(
            parameter, parameter.layout(), Math.toIntExact(parameter.layout().elements()));
  }
}
