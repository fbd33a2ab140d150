package io.pelton.cuda.kernel.embedding;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** EmbeddingSum and EmbeddingBag. Floats below 32 bits are added in float32. */
public final class EmbeddingKernels {
  static final String MODULE = "embedding";

  private EmbeddingKernels() {}

  public static void register(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.strided(table);
    for (DType dtype : List.of(DType.F64, DType.F32, DType.F16, DType.BF16)) {
      for (DType indices : List.of(DType.I64, DType.I32)) {
        List<DType> inputs = List.of(dtype, indices);
        List<DType> outputs = List.of(dtype);
        kernels.add(OpKind.EMBEDDING_SUM, "cuda", new EmbeddingSumKernel(), inputs, outputs);
        kernels.add(OpKind.EMBEDDING_BAG, "cuda", new EmbeddingBagKernel(), inputs, outputs);
      }
    }
  }

  /** 1 for I64, 0 for I32. */
  static int isLong(Operand indices) {
    return indices.dtype() == DType.I64 ? 1 : 0;
  }
}
