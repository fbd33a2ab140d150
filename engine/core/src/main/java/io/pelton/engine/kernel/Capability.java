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
  NATIVE,
  /** Outputs of numbers may lie in native memory. */
  NATIVE_OUTPUT,
  /**
   * Output 0 may lie on operand 0, where both have one dtype and one contiguous layout, and no
   * other operand shares that memory in another layout.
   */
  IN_PLACE,
  /** Computes any number of rows up to the upper bound, and costs less for fewer. */
  ACTIVE_EXTENT,
  /**
   * A run may be recorded and replayed on the same memory: nothing is allocated, nothing waits, and
   * what is done does not depend on the operands' elements.
   */
  CAPTURABLE
}
