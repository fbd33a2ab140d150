package io.pelton.cuda.kernel.matmul;

import io.pelton.cuda.kernel.EngineCodes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.IntegerProductOp.QuantizedDense;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/**
 * Binds products of 8-bit integers to one launch. Zero points are taken off as elements go to
 * shared memory, so that every sum is exact modulo 2^32, whatever the tile.
 */
final class IntegerProducts {
  private static final int LEFT = Product.LEFT;
  private static final int RIGHT = Product.RIGHT;
  private static final int LEFT_ZERO = 2;
  private static final int RIGHT_ZERO = 3;
  private static final int BIAS = 4;

  private final Operand[] operands;
  private final Operand out;
  private final ProductViews views;
  private final Layout rightZero;
  private final Layout bias;
  private final RowAxes axes;
  private final Tile tile;

  /**
   * @param operands A, B, their zero points and a bias; null where absent
   * @param out not empty
   */
  private IntegerProducts(Operand[] operands, Operand out) {
    this.operands = operands;
    this.out = out;
    Layout result = out.layout();
    this.views = ProductViews.of(operands[LEFT].layout(), operands[RIGHT].layout(), result);
    this.rightZero = views.rowOfZeros(operands[RIGHT_ZERO]);
    this.bias = views.summand(operands[BIAS], result);
    long[][] strides = {
      views.left().strides(),
      views.rightStrides(),
      views.columnOfZeros(operands[LEFT_ZERO]).strides(),
      views.withoutRows(rightZero),
      bias.strides()
    };
    this.axes = RowAxes.of(views.rowLengths(), strides, RIGHT, RIGHT_ZERO);
    this.tile = Tile.upToSquare(axes.rows(), views.columns());
  }

  static Call matMulInteger(NodeSpec node, Operand[] in, Operand[] out) {
    if (out[0].layout().elements() == 0) {
      return rows -> {};
    }
    Operand[] operands = {in[0], in[1], Product.optional(in, 2), Product.optional(in, 3), null};
    IntegerProducts product = new IntegerProducts(operands, out[0]);
    LaunchBuilder launch = product.launch(node, "integer").pointer(out[0]);
    return product.lengths(launch, null, Activation.NONE);
  }

  static Call quantizedDense(NodeSpec node, Operand[] in, Operand[] out) {
    if (out[0].layout().elements() == 0) {
      return rows -> {};
    }
    Operand[] operands = {in[0], in[3], in[2], in[5], Product.optional(in, 6)};
    IntegerProducts product = new IntegerProducts(operands, out[0]);
    LaunchBuilder launch =
        product
            .launch(node, "scaled")
            .pointer(in[1])
            .pointer(in[4])
            .pointer(operands[BIAS])
            .pointer(out[0]);
    return product.lengths(launch, in[4], ((QuantizedDense) node.op()).activation());
  }

  private LaunchBuilder launch(NodeSpec node, String result) {
    return new LaunchBuilder(node, "integer_product", tile.function(result))
        .pointer(operands[LEFT])
        .pointer(operands[RIGHT])
        .pointer(operands[LEFT_ZERO])
        .pointer(operands[RIGHT_ZERO]);
  }

  /**
   * @param scales null where sums are not scaled
   */
  private Call lengths(LaunchBuilder launch, Operand scales, Activation activation) {
    int last = views.batch().length + 1;
    boolean isPerColumn = scales != null && scales.layout().elements() != 1;
    TiledProducts.lengths(launch, views, axes, tile)
        .struct(
            8,
            operands[LEFT].dtype() == DType.I8 ? 1 : 0,
            operands[RIGHT].dtype() == DType.I8 ? 1 : 0,
            axes.rowStride(LEFT_ZERO),
            rightZero.stride(last),
            isPerColumn ? scales.layout().stride(0) : 0,
            EngineCodes.of(activation),
            axes.rowStride(BIAS),
            bias.stride(last))
        .axes(axes.batch())
        .axes(axes.batchStrides(LEFT))
        .axes(axes.batchStrides(RIGHT))
        .axes(axes.batchStrides(LEFT_ZERO))
        .axes(axes.batchStrides(RIGHT_ZERO));
    if (scales != null) {
      launch.axes(axes.batchStrides(BIAS));
    }
    return launch
        .extent(out.layout().elements())
        .over(
            Geometry.blocks(
                tile.tiles(axes.matrices(), axes.rows(), views.columns()), Tile.THREADS));
  }
}
