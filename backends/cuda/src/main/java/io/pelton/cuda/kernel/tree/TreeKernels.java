package io.pelton.cuda.kernel.tree;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Registers the kernels of this package; labels that are strings stay on the host. */
public final class TreeKernels {
  private TreeKernels() {}

  public static void register(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.contiguous(table);
    FixedKernel classifier = new TreeClassifierKernel();
    FixedKernel regressor = new TreeRegressorKernel();
    FixedKernel ensemble = new TreeEnsembleKernel();
    List<DType> doubles = List.of(DType.F64);
    kernels.add(OpKind.TREE_ENSEMBLE, "forest", ensemble, doubles, doubles);
    for (DType features : List.of(DType.F32, DType.F64, DType.I64, DType.I32)) {
      List<DType> in = List.of(features);
      kernels.add(OpKind.TREE_REGRESSOR, "forest", regressor, in, List.of(DType.F32));
      kernels.add(OpKind.TREE_CLASSIFIER, "forest", classifier, in, List.of(DType.I64, DType.F32));
    }
  }
}
