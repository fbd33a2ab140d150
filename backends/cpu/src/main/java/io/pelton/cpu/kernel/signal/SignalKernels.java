package io.pelton.cpu.kernel.signal;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Registers transforms of signals. */
public final class SignalKernels {
  private static final List<DType> FLOATS = List.of(DType.F32, DType.F64, DType.F16, DType.BF16);

  private SignalKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    for (DType dtype : FLOATS) {
      kernels.add(OpKind.DFT, DftCall::bind, dtype, dtype);
      kernels.add(OpKind.STFT, StftCall::bind, dtype, dtype);
      FLOATS.forEach(edge -> kernels.add(OpKind.MEL_WEIGHTS, MelWeightsCall::bind, dtype, edge));
    }
  }
}
