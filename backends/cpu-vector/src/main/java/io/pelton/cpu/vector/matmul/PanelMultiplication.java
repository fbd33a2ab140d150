package io.pelton.cpu.vector.matmul;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.kernel.matmul.Epilogue;
import io.pelton.cpu.kernel.matmul.Factors;
import io.pelton.cpu.kernel.matmul.Multiplication;
import io.pelton.cpu.kernel.matmul.ProductShape;
import io.pelton.cpu.kernel.matmul.RightOperand;
import io.pelton.cpu.kernel.matmul.RowProduct;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Tensor;
import java.util.Optional;

/** Multiplies by panels; a few columns, which would leave most of a panel idle, by rows. */
public final class PanelMultiplication implements Multiplication<float[]> {
  private static final Multiplication<float[]> BY_ROWS = Multiplication.byRows(RowProduct.floats());

  @Override
  public Call bind(Factors<float[]> factors, Operand out, Epilogue<float[]> epilogue) {
    ProductShape shape = factors.shape();
    if (shape.columns() < Panels.WIDTH / 4 || shape.inner() == 0) {
      return BY_ROWS.bind(factors, out, epilogue);
    }
    RightOperand<float[]> right = factors.right();
    Optional<Tensor> constant =
        right.isBatched() ? Optional.empty() : factors.rightOperand().constant();
    RightPanels panels =
        constant
            .map(tensor -> RightPanels.constant(packed(factors, tensor, right.blocks())))
            .orElseGet(() -> RightPanels.read(right, shape));
    int most =
        right.isBatched()
            ? shape.matrixRows()
            : Math.multiplyExact(factors.node().rows(), shape.matrixRowsPerRow());
    int rows = Math.max(1, Math.min(PanelCall.ROWS, most));
    return new PanelCall(
        shape,
        rows,
        factors.left(rows),
        panels,
        factors.lane().output(out, rows * shape.columns()),
        epilogue);
  }

  private static PackedPanels packed(
      Factors<float[]> factors, Tensor constant, Blocks<float[]> matrix) {
    return factors.isTransposed()
        ? factors
            .node()
            .prepared(
                constant,
                PackedTransposedPanels.class,
                () -> new PackedTransposedPanels(packed(factors.shape(), matrix)))
            .panels()
        : factors
            .node()
            .prepared(constant, PackedPanels.class, () -> packed(factors.shape(), matrix));
  }

  private static PackedPanels packed(ProductShape shape, Blocks<float[]> matrix) {
    float[] panels = new float[Panels.size(shape.inner(), shape.columns())];
    matrix.read(0, shape.inner() * shape.columns());
    Panels.pack(matrix.array(), matrix.at(), shape.inner(), shape.columns(), panels);
    return new PackedPanels(panels);
  }
}
