package io.pelton.cuda.kernel.matmul;

import io.pelton.cuda.kernel.EngineCodes;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.Locale;

/**
 * A product of floats or integers and what follows it, as all kernels see it.
 *
 * @param out not empty
 * @param axes of the operands {@link #LEFT}, {@link #RIGHT}, {@link #ADDEND} and {@link #RESIDUAL}
 * @param addend as [batch..., rows, columns]; likewise the residual
 */
record Product(
    NodeSpec node,
    Operand left,
    Operand right,
    Operand out,
    ProductViews views,
    RowAxes axes,
    Finish finish,
    Layout addend,
    Layout residual) {
  static final int LEFT = 0;
  static final int RIGHT = 1;
  static final int ADDEND = 2;
  static final int RESIDUAL = 3;

  static Product matMul(NodeSpec node, Operand[] in, Operand out) {
    return of(node, in, out, viewsOf(in, out), Finish.PLAIN);
  }

  static Product gemm(NodeSpec node, Operand[] in, Operand out) {
    Gemm op = (Gemm) node.op();
    Layout left = op.transposeA() ? in[0].layout().permute(1, 0) : in[0].layout();
    Layout right = op.transposeB() ? in[1].layout().permute(1, 0) : in[1].layout();
    Finish finish = Finish.scaled(op.alpha(), op.beta(), optional(in, 2));
    return of(node, in, out, ProductViews.ofMatrices(new long[0], left, right), finish);
  }

  static Product dense(NodeSpec node, Operand[] in, Operand out) {
    Dense op = (Dense) node.op();
    Finish finish = Finish.steps(op.activation(), optional(in, 2), optional(in, 3));
    return of(node, in, out, viewsOf(in, out), finish);
  }

  private static ProductViews viewsOf(Operand[] in, Operand out) {
    return ProductViews.of(in[0].layout(), in[1].layout(), out.layout());
  }

  /** The operand at that place; null where it is absent. */
  static Operand optional(Operand[] in, int operand) {
    return operand < in.length ? in[operand] : null;
  }

  private static Product of(
      NodeSpec node, Operand[] in, Operand out, ProductViews views, Finish finish) {
    Layout addend = views.summand(finish.addend(), out.layout());
    Layout residual = views.summand(finish.residual(), out.layout());
    long[][] strides = {
      views.left().strides(), views.rightStrides(), addend.strides(), residual.strides()
    };
    RowAxes axes = RowAxes.of(views.rowLengths(), strides, RIGHT);
    return new Product(node, in[0], in[1], out, views, axes, finish, addend, residual);
  }

  /** How types are called in the names of kernels; wrapping 64-bit products do not tell signs. */
  String type() {
    DType dtype = out.dtype() == DType.U64 ? DType.I64 : out.dtype();
    return dtype.name().toLowerCase(Locale.ROOT);
  }

  /** This, with another end of the same operands. */
  Product finishing(Finish other) {
    return new Product(node, left, right, out, views, axes, other, addend, residual);
  }

  /** A {@code Finish} in {@code product.cuh}. */
  LaunchBuilder finish(LaunchBuilder launch) {
    int last = views.batch().length + 1;
    return launch.struct(
        8,
        finish.kind().code(),
        EngineCodes.of(finish.activation()),
        Double.doubleToRawLongBits(finish.alpha()),
        Double.doubleToRawLongBits(finish.beta()),
        axes.rowStride(ADDEND),
        addend.stride(last),
        axes.rowStride(RESIDUAL),
        residual.stride(last));
  }
}
