package io.pelton.cpu.kernel.matmul;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * MatMul, Gemm, Dense and Det. Floats below 32 bits are summed in float32 and rounded once;
 * integers wrap. See {@link Scaling} for what Gemm adds.
 *
 * @param <A> array type of the lane
 */
public final class MatMulKernels<A> {
  private final Products<A> products;
  private final Scaling<A> scaling;

  private MatMulKernels(Products<A> products, Scaling<A> scaling) {
    this.products = products;
    this.scaling = scaling;
  }

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    registerSingles(
        kernels, Multiplication.byRows(RowProducts::floats), Scalings::floats, Steps::floats);
    Products<double[]> doubles =
        new Products<>(Lane.DOUBLES, Multiplication.byRows(RowProducts::doubles));
    Products<long[]> longs = new Products<>(Lane.LONGS, Multiplication.byRows(RowProducts::longs));
    new MatMulKernels<>(doubles, Scalings::doubles).add(kernels, List.of(DType.F64));
    new MatMulKernels<>(longs, Scalings::longs)
        .add(kernels, List.of(DType.I64, DType.I32, DType.U64, DType.U32));
    DetKernel.register(kernels);
    new DenseKernel<>(doubles, Steps.doubles()).add(kernels, DType.F64);
  }

  /**
   * MatMul, Gemm and Dense of floats of up to 32 bits.
   *
   * @param scaling of Gemm
   * @param steps of a dtype, which follow products
   */
  public static void registerSingles(
      HostKernels kernels,
      Multiplication<float[]> multiplication,
      Scaling<float[]> scaling,
      Function<DType, Steps<float[]>> steps) {
    Products<float[]> floats = new Products<>(Lane.FLOATS, multiplication);
    new MatMulKernels<>(floats, scaling).add(kernels, SINGLES);
    for (DType dtype : SINGLES) {
      new DenseKernel<>(floats, steps.apply(dtype)).add(kernels, dtype);
    }
  }

  private void add(HostKernels kernels, List<DType> dtypes) {
    for (DType dtype : dtypes) {
      kernels.add(OpKind.MATMUL, this::matMul, dtype, dtype, dtype);
      kernels.add(OpKind.GEMM, this::gemm, dtype, dtype, dtype);
    }
  }

  private Call matMul(NodeSpec node, Operand[] in, Operand[] out) {
    return products.matMul(node, in, out[0], rows -> new GemmEpilogue<>(1, 0, null, scaling));
  }

  private Call gemm(NodeSpec node, Operand[] in, Operand[] out) {
    Gemm op = (Gemm) node.op();
    Layout left = op.transposeA() ? in[0].layout().permute(1, 0) : in[0].layout();
    Layout right = op.transposeB() ? in[1].layout().permute(1, 0) : in[1].layout();
    int columns = Math.toIntExact(right.dim(1));
    IntFunction<Epilogue<A>> epilogue =
        rows ->
            new GemmEpilogue<>(
                op.alpha(), op.beta(), products.summand(in, 2, out[0], rows, columns), scaling);
    return products.call(node, in, out[0], left, right, new long[0], op.transposeB(), epilogue);
  }
}
