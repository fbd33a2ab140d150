package io.pelton.engine.kernel;

import io.pelton.engine.graph.Op;

/** Fills outputs that are allocated already. */
public non-sealed interface FixedKernel extends Kernel {
  /**
   * Resolves everything that does not change between runs: loop bounds, strides, packed weights.
   *
   * <p>Operands keep their layout, but their storage and offset may change between runs, so that
   * the call reads these when it runs. Plan operands and absent ones are null where the node has
   * them.
   *
   * <p>Output 0 of a destructive op lies on the storage of {@link Op#destructiveInput}, in its
   * layout where the shapes are equal; the kernel writes only what the op changes.
   *
   * @param in the node's operands, in order
   * @param out the node's outputs, in order: contiguous on the heap, or in native memory where the
   *     kernel has {@link Capability#NATIVE_OUTPUT}; growable strings; for destructive ops, as
   *     above
   */
  Call bind(NodeSpec node, Operand[] in, Operand[] out);
}
