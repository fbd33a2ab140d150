package io.pelton.engine.kernel;

/**
 * What a kernel can do beyond contiguous heap operands; the planner inserts a Copy where one is
 * missing.
 */
public enum Capability {
  /**
   * Operands may have any strides, including 0 and negative ones. Outputs are always contiguous.
   */
  STRIDED,
  /** Operands may lie in native memory. */
  NATIVE
}
