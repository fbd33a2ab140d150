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
  public static Map<OpKind, FixedKernel> models(Descents descents) {
    return Map.of(
        OpKind.TREE_CLASSIFIER, new TreeClassifierKernel(descents),
        OpKind.TREE_REGRESSOR, new TreeRegressorKernel(descents));
  }

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    kernels.add(
        OpKind.TREE_ENSEMBLE,
        "forest",
        new TreeEnsembleKernel(),
        List.of(DType.F64),
        List.of(DType.F64));
    register(kernels, "forest", Descents.NONE, List.of(DType.F32, DType.F64, DType.I64, DType.I32));
  }

  /** Registers what takes features that are compared as {@code float}. */
  public static void registerSingles(HostKernels kernels, Descents descents) {
    register(kernels, "lanes", descents, List.of(DType.F32, DType.I64, DType.I32));
  }

  private static void register(
      HostKernels kernels, String name, Descents descents, List<DType> dtypes) {
    Kernel classifier = new TreeClassifierKernel(descents);
    Kernel regressor = new TreeRegressorKernel(descents);
    for (DType features : dtypes) {
      List<DType> inputs = List.of(features);
      kernels.add(OpKind.TREE_REGRESSOR, name, regressor, inputs, List.of(DType.F32));
      for (DType label : List.of(DType.I64, DType.STRING)) {
        List<DType> outputs = List.of(label, DType.F32);
        kernels.add(OpKind.TREE_CLASSIFIER, name, classifier, inputs, outputs);
      }
    }
  }
}
