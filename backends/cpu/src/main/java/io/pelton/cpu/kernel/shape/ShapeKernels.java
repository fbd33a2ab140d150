package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;

/** Concat, Gather and Copy. */
public final class ShapeKernels {
  private ShapeKernels() {}

  /** The kernel of Concat, for every dtype. */
  public static FixedKernel concat() {
    return ConcatCall::new;
  }

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    for (DType dtype : DType.values()) {
      kernels.add(OpKind.COPY, CopyCall::new, dtype, dtype);
      kernels.add(OpKind.CONCAT, ConcatCall::new, dtype, dtype);
      kernels.add(OpKind.GATHER, GatherCall::new, dtype, dtype, DType.I64);
      kernels.add(OpKind.GATHER, GatherCall::new, dtype, dtype, DType.I32);
    }
  }
}
