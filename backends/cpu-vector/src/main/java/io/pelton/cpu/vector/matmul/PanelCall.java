package io.pelton.cpu.vector.matmul;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.matmul.Epilogue;
import io.pelton.cpu.kernel.matmul.ProductShape;
import io.pelton.engine.kernel.Call;

/** Multiplies blocks of rows by panels. */
final class PanelCall implements Call {
  private final ProductShape shape;
  private final int rows;
  private final Blocks<float[]> left;
  private final RightPanels right;
  private final Output<float[]> out;
  private final Epilogue<float[]> epilogue;
  private final RowBlock block;

  /**
   * @param rows of a block
   * @param left reads as many
   * @param out writes as many
   */
  PanelCall(
      ProductShape shape,
      int rows,
      Blocks<float[]> left,
      RightPanels right,
      Output<float[]> out,
      Epilogue<float[]> epilogue) {
    this.shape = shape;
    this.left = left;
    this.right = right;
    this.out = out;
    this.epilogue = epilogue;
    this.rows = rows;
    this.block = new RowBlock(shape.inner(), shape.columns(), rows);
  }

  @Override
  public void run(int activeRows) {
    int end = activeRows * shape.matrixRowsPerRow();
    if (end == 0) {
      return;
    }
    if (!right.isBatched()) {
      right.load(0);
      multiply(0, end);
      return;
    }
    for (int row = 0; row < end; row += shape.matrixRows()) {
      right.load(row / shape.matrixRows());
      multiply(row, Math.min(end, row + shape.matrixRows()));
    }
  }

  private void multiply(int from, int to) {
    int inner = shape.inner();
    int columns = shape.columns();
    for (int row = from; row < to; row += rows) {
      int count = Math.min(rows, to - row);
      left.read(row * inner, count * inner);
      out.open(row * columns, count * columns);
      block.multiply(left.array(), left.at(), count, right.array(), out.array(), out.at());
      epilogue.apply(row, count, out.array(), out.at(), columns);
      out.commit();
    }
  }
}
