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
 * @param capabilities what operands the kernel takes as they are
 */
public record Alternative(String name, Kernel kernel, Set<Capability> capabilities) {
  public Alternative {
    capabilities = Set.copyOf(capabilities);
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
