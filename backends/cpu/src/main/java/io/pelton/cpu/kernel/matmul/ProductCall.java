package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.engine.kernel.Call;

/** Multiplies row by row, over all batches. */
final class ProductCall<A> implements Call {
  private final ProductShape shape;
  private final Blocks<A> left;
  private final RightOperand<A> right;
  private final Output<A> out;
  private final RowProduct<A> product;
  private final Epilogue<A> epilogue;

  ProductCall(
      ProductShape shape,
      Blocks<A> left,
      RightOperand<A> right,
      Output<A> out,
      RowProduct<A> product,
      Epilogue<A> epilogue) {
    this.shape = shape;
    this.left = left;
    this.right = right;
    this.out = out;
    this.product = product;
    this.epilogue = epilogue;
  }

  @Override
  public void run(int activeRows) {
    int end = activeRows * shape.matrixRowsPerRow();
    int inner = shape.inner();
    int columns = shape.columns();
    Blocks<A> matrix = right.blocks();
    int loaded = -1;
    for (int row = 0; row < end; row++) {
      int batch = right.isBatched() ? row / shape.matrixRows() : 0;
      if (batch != loaded) {
        matrix.read(batch * inner * columns, inner * columns);
        loaded = batch;
      }
      left.read(row * inner, inner);
      out.open(row * columns, columns);
      product.multiply(
          left.array(),
          left.at(),
          matrix.array(),
          matrix.at(),
          out.array(),
          out.at(),
          inner,
          columns);
      epilogue.apply(row, 1, out.array(), out.at(), columns);
      out.commit();
    }
  }
}
