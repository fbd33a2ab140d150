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
 * Registers kernels of the host, which read operands of any strides from heap and native memory and
 * run on any number of rows.
 */
public final class HostKernels {
  /**
   * Where kernels come from.
   *
   * @param kernel how explain() shows them
   * @param source as of {@link Alternative#source}
   * @param revision likewise
   */
  public record Origin(String kernel, String source, int revision) {
    /** Plain Java. */
    public static final Origin SCALAR = new Origin("scalar", "cpu-scalar", 1);

    public Alternative alternative(Kernel of, Set<Capability> capabilities) {
      return alternative(kernel, of, capabilities);
    }

    Alternative alternative(String name, Kernel of, Set<Capability> capabilities) {
      return new Alternative(name, of, capabilities).from(source, revision);
    }
  }

  private final BindingTable.Builder table;
  private final Origin origin;
  private final boolean isElementwise;
  private final boolean writesNative;

  public HostKernels(BindingTable.Builder table) {
    this(table, Origin.SCALAR, false, false);
  }

  private HostKernels(
      BindingTable.Builder table, Origin origin, boolean isElementwise, boolean writesNative) {
    this.table = table;
    this.origin = origin;
    this.isElementwise = isElementwise;
    this.writesNative = writesNative;
  }

  /** For kernels that write numbers to native memory, too. */
  public static HostKernels toAnyMemory(BindingTable.Builder table) {
    return new HostKernels(table, Origin.SCALAR, false, true);
  }

  /**
   * For kernels that write every element after they have read the operands' elements at its place,
   * and none before: these may run in place. They write numbers to native memory, too.
   */
  public static HostKernels elementwise(BindingTable.Builder table) {
    return new HostKernels(table, Origin.SCALAR, true, true);
  }

  /** The same for kernels from somewhere else. */
  public HostKernels from(Origin other) {
    return new HostKernels(table, other, isElementwise, writesNative);
  }

  /**
   * @param inputs dtype of every operand that the kernel reads, repeats included
   */
  public void add(OpKind kind, FixedKernel kernel, DType output, DType... inputs) {
    add(kind, kernel, List.of(output), inputs);
  }

  /** The same for several outputs. */
  public void add(OpKind kind, FixedKernel kernel, List<DType> outputs, DType... inputs) {
    List<DType> distinct = new ArrayList<>();
    for (DType dtype : inputs) {
      if (distinct.isEmpty() || distinct.get(distinct.size() - 1) != dtype) {
        distinct.add(dtype);
      }
    }
    add(kind, origin.kernel(), kernel, distinct, outputs);
  }

  /**
   * @param inputs as in {@link io.pelton.engine.kernel.BindingKey}
   */
  public void add(OpKind kind, Kernel kernel, List<DType> inputs, List<DType> outputs) {
    add(kind, origin.kernel(), kernel, inputs, outputs);
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
    table.add(kind, inputs, outputs, origin.alternative(name, kernel, capabilities));
  }
}
