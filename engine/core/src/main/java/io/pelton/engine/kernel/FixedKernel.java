package io.pelton.engine.kernel;

/** Fills outputs that are allocated already. */
public non-sealed interface FixedKernel extends Kernel {
  /**
   * Resolves everything that does not change between runs: loop bounds, strides, packed weights.
   *
   * <p>Operands keep their layout, but their storage and offset may change between runs, so that
   * the call reads these when it runs. Plan operands and absent ones are null where the node has
   * them.
   *
   * @param in the node's operands, in order
   * @param out the node's outputs, contiguous on the heap, or growable strings, in order
   */
  Call bind(NodeSpec node, Operand[] in, Operand[] out);
}
