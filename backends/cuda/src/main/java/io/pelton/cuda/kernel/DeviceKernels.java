package io.pelton.cuda.kernel;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.CostFunction;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.Precision;
import io.pelton.engine.tensor.DType;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Registers kernels that compute any number of rows up to the bound. */
public final class DeviceKernels {
  /** Where the kernels of this backend come from. */
  public static final String SOURCE = "cuda";

  private final BindingTable.Builder table;
  private final Precision precision;
  private final Set<Capability> capabilities;
  private final CostFunction cost;

  private DeviceKernels(
      BindingTable.Builder table,
      Precision precision,
      Set<Capability> capabilities,
      CostFunction cost) {
    this.table = table;
    this.precision = precision;
    this.capabilities = capabilities;
    this.cost = cost;
  }

  /** Kernels that give the plain ones' bits and read operands of any strides. */
  public static DeviceKernels strided(BindingTable.Builder table) {
    return new DeviceKernels(
        table,
        Precision.EXACT_BITS,
        EnumSet.of(Capability.STRIDED, Capability.ACTIVE_EXTENT, Capability.CAPTURABLE),
        CostFunction.BY_OP);
  }

  /** Kernels that give the plain ones' bits and read contiguous operands. */
  public static DeviceKernels contiguous(BindingTable.Builder table) {
    return new DeviceKernels(
        table,
        Precision.EXACT_BITS,
        EnumSet.of(Capability.ACTIVE_EXTENT, Capability.CAPTURABLE),
        CostFunction.BY_OP);
  }

  /** The same kernels, promising less. */
  public DeviceKernels promising(Precision other) {
    return new DeviceKernels(table, other, capabilities, cost);
  }

  /** The same kernels, with other work. */
  public DeviceKernels costing(CostFunction other) {
    return new DeviceKernels(table, precision, capabilities, other);
  }

  /** These, where each element is read before it is written and none after, so in place, too. */
  public DeviceKernels inPlace() {
    Set<Capability> more = EnumSet.copyOf(capabilities);
    more.add(Capability.IN_PLACE);
    return new DeviceKernels(table, precision, more, cost);
  }

  /** These, without that. */
  public DeviceKernels without(Capability capability) {
    Set<Capability> fewer = EnumSet.copyOf(capabilities);
    fewer.remove(capability);
    return new DeviceKernels(table, precision, fewer, cost);
  }

  /**
   * @param name how explain() shows the kernel; unique under a key
   * @param inputs as in {@link io.pelton.engine.kernel.BindingKey}: repeats left out
   */
  public void add(
      OpKind kind, String name, FixedKernel kernel, List<DType> inputs, List<DType> outputs) {
    table.add(
        kind,
        inputs,
        outputs,
        new Alternative(name, kernel, capabilities)
            .promising(precision)
            .costing(cost)
            .from(SOURCE, 1));
  }
}
