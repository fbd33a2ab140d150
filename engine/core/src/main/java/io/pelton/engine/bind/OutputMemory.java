package io.pelton.engine.bind;

import io.pelton.engine.kernel.Device;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;

/** Where the outputs of a plan that leaves them where they are computed get their memory from. */
@FunctionalInterface
public interface OutputMemory {
  /** New memory for every run. */
  OutputMemory FRESH = (output, device, dtype, elements) -> allocate(device, dtype, elements);

  /**
   * Memory for an output, which the caller closes once.
   *
   * @param output its index among the plan's outputs, the first where several share the memory
   * @param device where it lies
   * @param elements how many at least; for strings, a hint
   */
  Storage storage(int output, Device device, DType dtype, long elements);

  /** New memory of that size, whose contents are not specified. */
  static Storage allocate(Device device, DType dtype, long elements) {
    if (dtype == DType.STRING) {
      return StringStorage.growable();
    }
    return device.isHost()
        ? HeapStorage.allocate(dtype, elements)
        : device.runtime().orElseThrow().allocate(dtype, elements);
  }
}
