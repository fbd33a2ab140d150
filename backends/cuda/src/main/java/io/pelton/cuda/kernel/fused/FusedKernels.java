package io.pelton.cuda.kernel.fused;

import io.pelton.cuda.driver.Nvrtc;
import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.tensor.DType;
import java.util.List;

/**
 * Chains of elementwise ops of F32 and F64, with the bits of the ops that they stand for. There are
 * none where the run-time compiler is missing: then the optimizer leaves such ops apart.
 */
public final class FusedKernels {
  private FusedKernels() {}

  /** Opens the compiler's library, so only where the device's driver is there. */
  public static void register(BindingTable.Builder table) {
    if (Nvrtc.missing().isEmpty()) {
      add(table);
    }
  }

  private static void add(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.strided(table);
    ChainKernel kernel = new ChainKernel();
    for (DType dtype : List.of(DType.F32, DType.F64)) {
      List<DType> output = List.of(dtype);
      kernels.inPlace().add(OpKind.FUSED_ELEMENTWISE, "compiled", kernel, output, output);
      kernels.add(OpKind.FUSED_ELEMENTWISE, "compiled", kernel, List.of(DType.BOOL, dtype), output);
    }
  }
}
