package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.Kernel;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Map;

/** Registers the kernels of this package. */
public final class TreeKernels {
  private TreeKernels() {}

  /** The kernels of models, by what they score with. */
  public static Map<OpKind, FixedKernel> models() {
    return Map.of(
        OpKind.TREE_CLASSIFIER, new TreeClassifierKernel(),
        OpKind.TREE_REGRESSOR, new TreeRegressorKernel());
  }

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    Kernel classifier = new TreeClassifierKernel();
    Kernel regressor = new TreeRegressorKernel();
    kernels.add(
        OpKind.TREE_ENSEMBLE,
        "forest",
        new TreeEnsembleKernel(),
        List.of(DType.F64),
        List.of(DType.F64));
    for (DType features : List.of(DType.F32, DType.F64, DType.I64, DType.I32)) {
      List<DType> inputs = List.of(features);
      kernels.add(OpKind.TREE_REGRESSOR, "forest", regressor, inputs, List.of(DType.F32));
      for (DType label : List.of(DType.I64, DType.STRING)) {
        List<DType> outputs = List.of(label, DType.F32);
        kernels.add(OpKind.TREE_CLASSIFIER, "forest", classifier, inputs, outputs);
      }
    }
  }
}
