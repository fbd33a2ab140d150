package io.pelton.engine.kernel;

import io.pelton.engine.tensor.Value;

/**
 * Makes its outputs itself, where their size or structure is not fixed; host only. May allocate.
 */
public non-sealed interface HostKernel extends Kernel {
  /**
   * @param in the node's operands, with their actual number of rows; null where absent
   * @return the outputs, valid until the operands' storage is written again
   */
  Value[] run(NodeSpec node, Value[] in);
}
