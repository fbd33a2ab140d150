package io.pelton.cuda.kernel.matmul;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/** Binds a product of one dtype, and what follows it, to one launch. */
final class Products {
  private static final int LEFT = 0;
  private static final int RIGHT = 1;
  private static final int ADDEND = 2;
  private static final int RESIDUAL = 3;

  private Products() {}

  /** The product of the first two operands by the rules of NumPy's {@code matmul}. */
  static Call matMul(NodeSpec node, Operand[] in, Operand out, Finish finish) {
    ProductViews views = ProductViews.of(in[0].layout(), in[1].layout(), out.layout());
    return bind(node, in, out, views, finish);
  }

  static Call bind(
      NodeSpec node, Operand[] in, Operand out, ProductViews views, Finish finish) {
    Layout result = out.layout();
    if (result.elements() == 0) {
      return rows -> {};
    }
    Layout addend = views.summand(finish.addend(), result);
    Layout residual = views.summand(finish.residual(), result);
    int rowAxis = views.batch().length;
    RowAxes axes =
        RowAxes.of(
            views.rowLengths(),
            new long[][] {
              views.left().strides(),
              rightStrides(views.right(), rowAxis),
              addend.strides(),
              residual.strides()
            },
            RIGHT);
    long columns = views.columns();
    Tile tile = tile(out.dtype(), axes.matrices(), axes.rows(), columns);
    LaunchBuilder launch =
        new LaunchBuilder(node, "matmul", tile.function(type(out.dtype())))
            .pointer(in[0])
            .pointer(in[1])
            .pointer(finish.addend())
            .pointer(finish.residual())
            .pointer(out);
    return product(launch, views, axes, tile)
        .struct(
            8,
            finish.kind().ordinal(),
            finish.activation().ordinal(),
            Double.doubleToRawLongBits(finish.alpha()),
            Double.doubleToRawLongBits(finish.beta()),
            axes.rowStride(ADDEND),
            addend.stride(rowAxis + 1),
            axes.rowStride(RESIDUAL),
            residual.stride(rowAxis + 1))
        .axes(axes.batch())
        .axes(axes.batchStrides(LEFT))
        .axes(axes.batchStrides(RIGHT))
        .axes(axes.batchStrides(ADDEND))
        .axes(axes.batchStrides(RESIDUAL))
        .extent(result.elements())
        .over(Geometry.blocks(tile.tiles(axes.matrices(), axes.rows(), columns), Tile.THREADS));
  }

  /** A {@code Product} in {@code product.cuh}; operands 0 and 1 of the axes are those of the product. */
  static LaunchBuilder product(
      LaunchBuilder launch, ProductViews views, RowAxes axes, Tile tile) {
    int rowAxis = views.batch().length;
    return launch.struct(
        10,
        axes.rows(),
        Math.toIntExact(views.inner()),
        views.columns(),
        tile.tilesDown(axes.rows()),
        tile.tilesAcross(views.columns()),
        axes.batch().length,
        axes.rowStride(LEFT),
        views.left().stride(rowAxis + 1),
        views.right().stride(rowAxis),
        views.right().stride(rowAxis + 1));
  }

  /** The right operand has the same matrix for all rows. */
  static long[] rightStrides(Layout right, int rowAxis) {
    long[] strides = right.strides();
    strides[rowAxis] = 0;
    return strides;
  }

  /** Products of integers and of float64 are rare, or slow in any tile. */
  private static Tile tile(DType dtype, long matrices, long rows, long columns) {
    if (!dtype.isFloat()) {
      return Tile.SQUARE;
    }
    return dtype == DType.F64
        ? Tile.upToSquare(rows, columns)
        : Tile.of(matrices, rows, columns);
  }

  /** Wrapping 64-bit products do not tell signs. */
  private static String type(DType dtype) {
    return switch (dtype) {
      case F32 -> "f32";
      case F64 -> "f64";
      case F16 -> "f16";
      case BF16 -> "bf16";
      case I64, U64 -> "i64";
      case I32 -> "i32";
      case U32 -> "u32";
      default -> throw new IllegalArgumentException("no products of " + dtype);
    };
  }
}
