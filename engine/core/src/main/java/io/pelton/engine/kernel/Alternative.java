package io.pelton.engine.kernel;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Tensor;
import java.util.Set;

/**
 * One way to compute an op.
 *
 * @param name unique under a key; shown by explain()
 * @param capabilities what operands the kernel takes as they are, and how it may be run
 * @param precision what its results promise
 * @param cost its work with a node
 * @param source who registered it, such as {@code cpu-scalar}; part of what measurements are filed
 *     under
 * @param revision raised whenever the kernel's speed may have changed, so that it is measured anew
 */
public record Alternative(
    String name,
    Kernel kernel,
    Set<Capability> capabilities,
    Precision precision,
    CostFunction cost,
    String source,
    int revision) {
  public Alternative {
    capabilities = Set.copyOf(capabilities);
  }

  /**
   * The plain kernel of an op: exact by definition, since others are compared with it. Its source
   * is its name.
   */
  public Alternative(String name, Kernel kernel, Set<Capability> capabilities) {
    this(name, kernel, capabilities, Precision.EXACT_BITS, CostFunction.BY_OP, name, 0);
  }

  /** This, with results that promise something else. */
  public Alternative promising(Precision other) {
    return new Alternative(name, kernel, capabilities, other, cost, source, revision);
  }

  /** This, with other work. */
  public Alternative costing(CostFunction other) {
    return new Alternative(name, kernel, capabilities, precision, other, source, revision);
  }

  /** This, registered by somebody else or in another revision. */
  public Alternative from(String otherSource, int otherRevision) {
    return new Alternative(name, kernel, capabilities, precision, cost, otherSource, otherRevision);
  }

  /** True when the kernel can read the tensor where and as it lies. */
  public boolean takes(Tensor tensor) {
    return takes(tensor.storage().space(), tensor.layout())
        || (tensor.dtype() == DType.STRING && takes(MemorySpace.HEAP, tensor.layout()));
  }

  /** True when the kernel can read operands of that layout in that space; strings count as heap. */
  public boolean takes(MemorySpace space, Layout layout) {
    return (space.equals(MemorySpace.HEAP) || can(Capability.NATIVE))
        && (layout.isContiguous() || can(Capability.STRIDED));
  }

  public boolean can(Capability capability) {
    return capabilities.contains(capability);
  }
}
