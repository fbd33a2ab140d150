package io.pelton.cuda.kernel.matmul;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.Precision;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Optional;

/**
 * Products of floats by cuBLAS, with what follows them in a launch of its own. cuBLAS chooses the
 * order of a sum by the lengths of all operands, so that the same row has other bits in another
 * batch: these kernels are not bit-stable. Every sum is within {@code K * 2^-p} of the sum of the
 * absolute products, with p the bits of the type in which it is summed; where products cancel, that
 * is no bound in units in the last place, so none is promised.
 *
 * <p>What cuBLAS does not take as it lies is multiplied by this library's own kernels.
 */
final class CublasProducts {
  static final String NAME = "cublas";

  private CublasProducts() {}

  static void register(BindingTable.Builder table, DType dtype) {
    DeviceKernels kernels =
        DeviceKernels.strided(table)
            .promising(Precision.REDUCED.unstable())
            .without(Capability.CAPTURABLE);
    add(kernels, OpKind.MATMUL, Product::matMul, dtype);
    add(kernels, OpKind.GEMM, Product::gemm, dtype);
    add(kernels, OpKind.DENSE, Product::dense, dtype);
  }

  private static void add(DeviceKernels kernels, OpKind kind, ProductFactory factory, DType dtype) {
    kernels.add(kind, NAME, factory.kernel(CublasProducts::bind), List.of(dtype), List.of(dtype));
  }

  private static Call bind(Product product) {
    RowAxes axes = product.axes();
    ProductViews views = product.views();
    boolean fits =
        axes.batch().length <= 1
            && views.inner() > 0
            && Math.max(views.inner(), Math.max(views.columns(), axes.rows())) <= Integer.MAX_VALUE;
    Optional<CublasMatrix> left = fits ? left(product) : Optional.empty();
    Optional<CublasMatrix> right = fits ? right(product) : Optional.empty();
    if (left.isEmpty() || right.isEmpty()) {
      return TiledProducts.bind(product);
    }
    Finish finish = product.finish();
    Call multiply = new CublasCall(product, finish.alpha(), left.get(), right.get());
    if (finish.isScalingAtMost()) {
      return multiply;
    }
    Call rest = finish(product.finishing(finish.withoutAlpha()));
    return rows -> {
      multiply.run(rows);
      rest.run(rows);
    };
  }

  private static Optional<CublasMatrix> left(Product product) {
    ProductViews views = product.views();
    RowAxes axes = product.axes();
    return CublasMatrix.of(
        axes.rows(),
        views.inner(),
        axes.rowStride(Product.LEFT),
        views.left().stride(views.batch().length + 1),
        batchStride(axes, Product.LEFT));
  }

  private static Optional<CublasMatrix> right(Product product) {
    ProductViews views = product.views();
    return CublasMatrix.of(
        views.inner(),
        views.columns(),
        views.right().stride(views.batch().length),
        views.right().stride(views.batch().length + 1),
        batchStride(product.axes(), Product.RIGHT));
  }

  private static long batchStride(RowAxes axes, int operand) {
    return axes.batch().length == 0 ? 0 : axes.batchStrides(operand)[0];
  }

  /** What follows the product, in place. */
  private static Call finish(Product product) {
    RowAxes axes = product.axes();
    long elements = product.out().layout().elements();
    LaunchBuilder launch =
        new LaunchBuilder(product.node(), "matmul", "finish_" + product.type())
            .pointer(product.finish().addend())
            .pointer(product.finish().residual())
            .pointer(product.out());
    return product
        .finish(TiledProducts.lengths(launch, product.views(), axes, Tile.SQUARE))
        .axes(axes.batch())
        .axes(axes.batchStrides(Product.ADDEND))
        .axes(axes.batchStrides(Product.RESIDUAL))
        .extent(elements)
        .over(Geometry.threads(elements));
  }
}
