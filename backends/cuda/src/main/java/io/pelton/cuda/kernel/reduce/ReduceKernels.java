package io.pelton.cuda.kernel.reduce;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.cuda.kernel.ElementType;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.List;

/**
 * ReduceSum, ReduceMean, ReduceMax, ReduceMin, ReduceProd, CumSum, CumProd, ArgMax, TopK and
 * Softmax.
 */
public final class ReduceKernels {
  /** The file of this family's kernels. */
  static final String MODULE = "reduce";

  private ReduceKernels() {}

  public static void register(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.strided(table);
    FixedKernel reduce = new ReduceKernel();
    FixedKernel cumulate = new CumulateKernel();
    FixedKernel argMax = new ArgMaxKernel();
    FixedKernel topK = new TopKKernel();
    FixedKernel softmax = new SoftmaxKernel();
    for (DType dtype : ElementType.NUMBERS) {
      List<DType> same = List.of(dtype);
      for (OpKind kind : ReduceKernel.REDUCTIONS) {
        kernels.add(kind, "groups", reduce, same, same);
      }
      kernels.add(OpKind.CUM_SUM, "runs", cumulate, same, same);
      kernels.add(OpKind.CUM_PROD, "runs", cumulate, same, same);
      kernels.add(OpKind.ARG_MAX, "groups", argMax, same, List.of(DType.I64));
      kernels.add(OpKind.TOP_K, "select", topK, same, List.of(dtype, DType.I64));
    }
    for (DType dtype : ElementType.FLOATS) {
      kernels.add(OpKind.SOFTMAX, "groups", softmax, List.of(dtype), List.of(dtype));
    }
  }
}
