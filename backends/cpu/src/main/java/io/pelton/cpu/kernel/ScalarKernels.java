package io.pelton.cpu.kernel;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.Kernel;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Registers plain Java kernels, which read operands of any strides from heap and native memory and
 * run on any number of rows.
 */
public final class ScalarKernels {
  /** Where all kernels of this backend come from. */
  public static final String SOURCE = "cpu-scalar";

  private final BindingTable.Builder table;
  private final boolean isElementwise;
  private final boolean writesNative;

  public ScalarKernels(BindingTable.Builder table) {
    this(table, false, false);
  }

  private ScalarKernels(BindingTable.Builder table, boolean isElementwise, boolean writesNative) {
    this.table = table;
    this.isElementwise = isElementwise;
    this.writesNative = writesNative;
  }

  /** For kernels that write numbers to native memory, too. */
  public static ScalarKernels toAnyMemory(BindingTable.Builder table) {
    return new ScalarKernels(table, false, true);
  }

  /**
   * For kernels that write every element after they have read the operands' elements at its place,
   * and none before: these may run in place. They write numbers to native memory, too.
   */
  public static ScalarKernels elementwise(BindingTable.Builder table) {
    return new ScalarKernels(table, true, true);
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
    add(kind, "scalar", kernel, distinct, List.of(output));
  }

  /**
   * @param name how explain() shows the kernel
   * @param inputs as in {@link io.pelton.engine.kernel.BindingKey}
   */
  public void add(
      OpKind kind, String name, Kernel kernel, List<DType> inputs, List<DType> outputs) {
    Set<Capability> capabilities =
        EnumSet.of(Capability.STRIDED, Capability.NATIVE, Capability.ACTIVE_EXTENT);
    boolean hasStrings = inputs.contains(DType.STRING) || outputs.contains(DType.STRING);
    if (!hasStrings && kernel instanceof FixedKernel) {
      capabilities.add(Capability.CAPTURABLE);
    }
    if (isElementwise && !hasStrings && inputs.get(0) == outputs.get(0)) {
      capabilities.add(Capability.IN_PLACE);
    }
    if (writesNative && outputs.stream().anyMatch(dtype -> dtype != DType.STRING)) {
      capabilities.add(Capability.NATIVE_OUTPUT);
    }
    table.add(kind, inputs, outputs, new Alternative(name, kernel, capabilities).from(SOURCE, 1));
  }
}
