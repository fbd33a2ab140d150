package io.pelton.cpu.kernel;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Registers kernels that read operands of any strides from heap and native memory. */
public final class ScalarKernels {
  private static final Set<Capability> ANY_OPERAND = Set.of(Capability.STRIDED, Capability.NATIVE);

  private final BindingTable.Builder table;

  public ScalarKernels(BindingTable.Builder table) {
    this.table = table;
  }

  /**
   * @param inputs dtype of every operand that the kernel reads, repeats included
   */
  public void add(OpKind kind, FixedKernel kernel, DType output, DType... inputs) {
    List<DType> distinct = new ArrayList<>();
    for (DType dtype : inputs) {
      if (distinct.isEmpty() || distinct.get(distinct.size() - 1) != dtype) {
        distinct.add(dtype);
      }
    }
    table.add(kind, distinct, List.of(output), new Alternative("scalar", kernel, ANY_OPERAND));
  }
}
