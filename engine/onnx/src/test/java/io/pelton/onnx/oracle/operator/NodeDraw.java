package io.pelton.onnx.oracle.operator;

/** Draws operands and attributes for one operator. */
@FunctionalInterface
interface NodeDraw {
  /**
   * Adds them to a node of the version and dtype that the case asks for. Different seeds should
   * reach everything that the operator's definition allows: ranks, lengths of 0 and 1,
   * broadcasting, negative axes, every attribute, odd values.
   */
  void draw(NodeCase node);
}
