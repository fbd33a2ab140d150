package io.pelton.cpu.vector.matmul;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.kernel.matmul.Epilogue;
import io.pelton.cpu.kernel.matmul.Factors;
import io.pelton.cpu.kernel.matmul.Multiplication;
import io.pelton.cpu.kernel.matmul.ProductShape;
import io.pelton.cpu.kernel.matmul.RowProduct;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Tensor;
import java.util.function.IntFunction;

/** Multiplies blocks of rows by panels. */
public final class PanelMultiplication implements Multiplication<float[]> {
  private static final Multiplication<float[]> BY_ROWS = Multiplication.byRows(RowProduct.floats());

  @Override
  public Call bind(Factors<float[]> factors, Operand out, IntFunction<Epilogue<float[]>> epilogue) {
    ProductShape shape = factors.shape();
    if (shape.columns() == 0 || shape.inner() == 0) {
      return BY_ROWS.bind(factors, out, epilogue);
    }
    RightPanels right = right(factors);
    int most =
        right.isBatched()
            ? shape.matrixRows()
            : Math.multiplyExact(factors.node().rows(), shape.matrixRowsPerRow());
    int rows = BlockRows.of(most, shape.inner(), shape.columns());
    return new PanelCall(
        shape,
        rows,
        factors.left(rows),
        right,
        factors.lane().output(out, rows * shape.columns()),
        epilogue.apply(rows));
  }

  private static RightPanels right(Factors<float[]> factors) {
    return factors
        .constantRight()
        .map(constant -> RightPanels.constant(packed(factors, constant)))
        .orElseGet(() -> RightPanels.read(factors.right(), factors.shape()));
  }

  private static PackedPanels packed(Factors<float[]> factors, Tensor constant) {
    return factors.isTransposed()
        ? factors
            .node()
            .prepared(
                constant,
                PackedTransposedPanels.class,
                () -> new PackedTransposedPanels(pack(factors)))
            .panels()
        : factors.node().prepared(constant, PackedPanels.class, () -> pack(factors));
  }

  /** Some rows at a time, so that a matrix that is not on the heap is not copied there twice. */
  private static PackedPanels pack(Factors<float[]> factors) {
    int inner = factors.shape().inner();
    int columns = factors.shape().columns();
    int most = Math.min(inner, Math.max(1, RawBlocks.LONG_SIZE / columns));
    Blocks<float[]> rows = factors.rightRows(most);
    float[] panels = new float[Panels.size(inner, columns)];
    for (int first = 0; first < inner; first += most) {
      int count = Math.min(most, inner - first);
      rows.read(first * columns, count * columns);
      Panels.packRows(rows.array(), rows.at(), first, count, inner, columns, panels);
    }
    return new PackedPanels(panels);
  }
}
