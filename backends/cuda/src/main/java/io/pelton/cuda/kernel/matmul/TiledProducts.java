package io.pelton.cuda.kernel.matmul;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.tensor.DType;

/** Binds a product and what follows it to one launch. */
final class TiledProducts {
  private TiledProducts() {}

  static Call bind(Product product) {
    return bind(product, tile(product.out().dtype(), product.axes(), product.views().columns()));
  }

  static Call bind(Product product, Tile tile) {
    RowAxes axes = product.axes();
    long columns = product.views().columns();
    LaunchBuilder launch =
        new LaunchBuilder(product.node(), "matmul", tile.function(product.type()))
            .pointer(product.left())
            .pointer(product.right())
            .pointer(product.finish().addend())
            .pointer(product.finish().residual())
            .pointer(product.out());
    return product
        .finish(lengths(launch, product.views(), axes, tile))
        .axes(axes.batch())
        .axes(axes.batchStrides(Product.LEFT))
        .axes(axes.batchStrides(Product.RIGHT))
        .axes(axes.batchStrides(Product.ADDEND))
        .axes(axes.batchStrides(Product.RESIDUAL))
        .extent(product.out().layout().elements())
        .over(Geometry.blocks(tile.tiles(axes.matrices(), axes.rows(), columns), Tile.THREADS));
  }

  /** Products of integers are rare. */
  private static Tile tile(DType dtype, RowAxes axes, long columns) {
    if (!dtype.isFloat()) {
      return Tile.SQUARE;
    }
    return dtype == DType.F64
        ? Tile.upToSquare(axes.rows(), columns)
        : Tile.of(axes.matrices(), axes.rows(), columns);
  }

  /**
   * A {@code Product} in {@code product.cuh}.
   *
   * @param axes whose operands 0 and 1 are those of the product
   */
  static LaunchBuilder lengths(LaunchBuilder launch, ProductViews views, RowAxes axes, Tile tile) {
    int rowAxis = views.batch().length;
    return launch.struct(
        10,
        axes.rows(),
        views.inner(),
        views.columns(),
        tile.tilesDown(axes.rows()),
        tile.tilesAcross(views.columns()),
        axes.batch().length,
        axes.rowStride(Product.LEFT),
        views.left().stride(rowAxis + 1),
        views.right().stride(rowAxis),
        views.right().stride(rowAxis + 1));
  }
}
