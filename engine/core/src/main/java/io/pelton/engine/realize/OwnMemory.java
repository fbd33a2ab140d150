package io.pelton.engine.realize;

import io.pelton.engine.bind.HostCopies;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Brings values to the heap, contiguous, each in memory that nothing else uses. */
final class OwnMemory {
  private final HostTensors host;
  private final Set<Object> taken = Collections.newSetFromMap(new IdentityHashMap<>());

  OwnMemory(HostTensors host) {
    this.host = host;
  }

  /** Says that the value's memory is another one's. */
  void take(Value value) {
    taken.add(memory(value));
  }

  /** The value itself where nothing else uses its memory and it lies so, else a copy. */
  Value own(Value value) {
    Value local = value instanceof Tensor tensor ? host.of(tensor) : value;
    return taken.add(memory(local)) ? local : HostCopies.of(local);
  }

  /** What tells shared memory. */
  private static Object memory(Value value) {
    if (value instanceof Tensor tensor) {
      return tensor.storage() instanceof HeapStorage heap ? heap.array() : tensor.storage();
    }
    return value;
  }
}
