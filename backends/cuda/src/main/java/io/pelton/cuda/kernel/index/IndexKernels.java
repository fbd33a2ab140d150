package io.pelton.cuda.kernel.index;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/**
 * GatherElements, GatherSlices, ScatterElements, ScatterSlices and BindLength. Elements that share
 * bytes, DistinctSlices and SelectBoxes are left to the host.
 */
public final class IndexKernels {
  static final String MODULE = "index";

  private final DeviceKernels kernels;

  private IndexKernels(BindingTable.Builder table) {
    this.kernels = DeviceKernels.contiguous(table);
  }

  public static void register(BindingTable.Builder table) {
    new IndexKernels(table).register();
  }

  private void register() {
    for (DType dtype : DType.values()) {
      if (dtype.bits() >= Byte.SIZE) {
        for (DType indices : List.of(DType.I64, DType.I32)) {
          add(OpKind.GATHER_ELEMENTS, new GatherElementsKernel(), dtype, dtype, indices);
          add(OpKind.GATHER_SLICES, new GatherSlicesKernel(), dtype, dtype, indices);
          add(OpKind.SCATTER_ELEMENTS, new ScatterElementsKernel(), dtype, dtype, indices, dtype);
          add(OpKind.SCATTER_SLICES, new ScatterSlicesKernel(), dtype, dtype, indices, dtype);
        }
      }
    }
    add(OpKind.BIND_LENGTH, new BindLengthKernel(), DType.I64, DType.I64);
  }

  private void add(OpKind kind, FixedKernel kernel, DType output, DType... inputs) {
    List<DType> distinct = new ArrayList<>();
    for (DType dtype : inputs) {
      if (distinct.isEmpty() || distinct.get(distinct.size() - 1) != dtype) {
        distinct.add(dtype);
      }
    }
    kernels.add(kind, "cuda", kernel, distinct, List.of(output));
  }

  /** 1 for I64, 0 for I32. */
  static int isLong(Operand indices) {
    return indices.dtype() == DType.I64 ? 1 : 0;
  }
}
