package io.pelton.cuda.kernel.norm;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;

/** LayerNorm and RmsNorm of F64, F32, F16 and BF16. */
public final class NormKernels {
  /** The file of this family's kernels. */
  static final String MODULE = "norm";

  private NormKernels() {}

  public static void register(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.strided(table);
    FixedKernel runs = new RunNormKernel();
    for (DType dtype : ElementType.FLOATS) {
      List<DType> same = List.of(dtype);
      kernels.add(OpKind.LAYER_NORM, "groups", runs, same, same);
      kernels.add(OpKind.RMS_NORM, "groups", runs, same, same);
    }
  }

  /** Epsilon as the dtype has it, in the precision that kernels compute in. */
  static LaunchBuilder epsilon(LaunchBuilder launch, DType dtype, double epsilon) {
    Tensor rounded = Tensor.scalar(dtype, epsilon);
    return dtype == DType.F64
        ? launch.f64(rounded.toDoubles()[0])
        : launch.f32(rounded.toFloats()[0]);
  }
}
