package io.pelton.cpu.vector.matmul;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.kernel.matmul.ProductShape;
import io.pelton.cpu.kernel.matmul.RightOperand;

/** The right matrices in panels: packed once, or anew where they change between runs. */
final class RightPanels {
  private final RightOperand<float[]> operand;
  private final ProductShape shape;
  private final float[] panels;

  private RightPanels(RightOperand<float[]> operand, ProductShape shape, float[] panels) {
    this.operand = operand;
    this.shape = shape;
    this.panels = panels;
  }

  static RightPanels constant(PackedPanels packed) {
    return new RightPanels(null, null, packed.array());
  }

  static RightPanels read(RightOperand<float[]> operand, ProductShape shape) {
    return new RightPanels(operand, shape, new float[Panels.size(shape.inner(), shape.columns())]);
  }

  /** True when each batch has a matrix of its own. */
  boolean isBatched() {
    return operand != null && operand.isBatched();
  }

  /** Makes the matrix of a batch ready; the only one where there is one for all. */
  void load(int batch) {
    if (operand == null) {
      return;
    }
    int size = shape.inner() * shape.columns();
    Blocks<float[]> matrix = operand.blocks();
    matrix.read(batch * size, size);
    Panels.pack(matrix.array(), matrix.at(), shape.inner(), shape.columns(), panels);
  }

  float[] array() {
    return panels;
  }
}
