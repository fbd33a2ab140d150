package io.pelton.cuda.kernel.matmul;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.List;

/**
 * MatMul, Gemm, Dense, MatMulInteger and QuantizedDense, in one launch each. Floats below 32 bits are
 * summed in float32 and rounded once; integers wrap.
 */
public final class MatMulKernels {
  static final String NAME = "tiled";

  private static final List<DType> FLOATS = List.of(DType.F32, DType.F64, DType.F16, DType.BF16);
  private static final List<DType> INTEGERS =
      List.of(DType.I64, DType.I32, DType.U64, DType.U32);

  private MatMulKernels() {}

  /** Registers the kernels of this package. */
  public static void register(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.strided(table);
    for (DType dtype : FLOATS) {
      addProducts(kernels, dtype);
      add(kernels, OpKind.DENSE, MatMulKernels::dense, dtype);
    }
    INTEGERS.forEach(dtype -> addProducts(kernels, dtype));
    IntegerProductKernels.register(kernels);
  }

  private static void addProducts(DeviceKernels kernels, DType dtype) {
    add(kernels, OpKind.MATMUL, MatMulKernels::matMul, dtype);
    add(kernels, OpKind.GEMM, MatMulKernels::gemm, dtype);
  }

  private static void add(DeviceKernels kernels, OpKind kind, FixedKernel kernel, DType dtype) {
    kernels.add(kind, NAME, kernel, List.of(dtype), List.of(dtype));
  }

  private static Call matMul(NodeSpec node, Operand[] in, Operand[] out) {
    return Products.matMul(node, in, out[0], Finish.PLAIN);
  }

  private static Call gemm(NodeSpec node, Operand[] in, Operand[] out) {
    Gemm op = (Gemm) node.op();
    Layout left = op.transposeA() ? in[0].layout().permute(1, 0) : in[0].layout();
    Layout right = op.transposeB() ? in[1].layout().permute(1, 0) : in[1].layout();
    Finish finish = Finish.scaled(op.alpha(), op.beta(), optional(in, 2));
    ProductViews views = ProductViews.ofMatrices(new long[0], left, right);
    return Products.bind(node, in, out[0], views, finish);
  }

  private static Call dense(NodeSpec node, Operand[] in, Operand[] out) {
    Dense op = (Dense) node.op();
    Finish finish = Finish.steps(op.activation(), optional(in, 2), optional(in, 3));
    return Products.matMul(node, in, out[0], finish);
  }

  private static Operand optional(Operand[] in, int operand) {
    return operand < in.length ? in[operand] : null;
  }
}
