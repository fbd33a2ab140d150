package io.pelton.engine.executable;

import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;

/** Tells whether two tensors share elements, as far as their storages show it. */
final class Overlap {
  private Overlap() {}

  /** Storages that wrap the same native memory twice are not found out. Allocates nothing. */
  static boolean of(Tensor one, Tensor other) {
    if (one.layout().elements() == 0 || other.layout().elements() == 0) {
      return false;
    }
    return isSameMemory(one.storage(), other.storage())
        && first(one) <= last(other)
        && first(other) <= last(one);
  }

  private static boolean isSameMemory(Storage one, Storage other) {
    return one == other
        || (one instanceof HeapStorage heap
            && other instanceof HeapStorage otherHeap
            && heap.array() == otherHeap.array());
  }

  private static long first(Tensor tensor) {
    return slot(tensor, tensor.layout().offset() + reach(tensor.layout(), false));
  }

  private static long last(Tensor tensor) {
    return slot(tensor, tensor.layout().offset() + reach(tensor.layout(), true) + 1) - 1;
  }

  /** The first slot that only elements from this one on lie in, counted within the memory. */
  private static long slot(Tensor tensor, long element) {
    long base = tensor.storage() instanceof HeapStorage heap ? heap.base() : 0;
    return base + tensor.dtype().carrierSlots(element);
  }

  /** How far the elements behind, or before, the first index lie from it. */
  private static long reach(Layout layout, boolean isBehind) {
    long reach = 0;
    for (int axis = 0; axis < layout.rank(); axis++) {
      long far = (layout.dim(axis) - 1) * layout.stride(axis);
      if (far > 0 == isBehind) {
        reach += far;
      }
    }
    return reach;
  }
}
