package io.pelton.cpu.kernel.tree;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Set;

/** Registers the kernels of this package. */
public final class TreeKernels {
  private static final Set<Capability> ANYWHERE = Set.of(Capability.STRIDED, Capability.NATIVE);

  private TreeKernels() {}

  public static void register(BindingTable.Builder table) {
    Alternative classifier = new Alternative("forest", new TreeClassifierKernel(), ANYWHERE);
    Alternative regressor = new Alternative("forest", new TreeRegressorKernel(), ANYWHERE);
    for (DType features : List.of(DType.F32, DType.F64, DType.I64, DType.I32)) {
      table.add(OpKind.TREE_REGRESSOR, List.of(features), List.of(DType.F32), regressor);
      for (DType label : List.of(DType.I64, DType.STRING)) {
        table.add(OpKind.TREE_CLASSIFIER, List.of(features), List.of(label, DType.F32), classifier);
      }
    }
  }
}
