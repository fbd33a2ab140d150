package io.pelton.engine.executable;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.StorageClass;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Session state is written while other inputs are read, so that none of these may lie in its
 * memory. Checked without allocation.
 */
final class StateCheck {
  private final List<String> names;
  private final int[] states;

  StateCheck(NamedGraph graph) {
    this.names = List.copyOf(graph.inputs().keySet());
    List<ValueId> inputs = List.copyOf(graph.inputs().values());
    this.states =
        IntStream.range(0, inputs.size())
            .filter(
                slot -> graph.graph().storageClass(inputs.get(slot).node()) == StorageClass.SESSION)
            .toArray();
  }

  /** True when the graph has session state. */
  boolean hasStates() {
    return states.length > 0;
  }

  void check(Tensor[] inputs) {
    for (int state : states) {
      for (int slot = 0; slot < inputs.length; slot++) {
        if (slot != state && share(inputs[state], inputs[slot])) {
          throw new InputMismatch(
              names.get(state),
              "memory",
              "its own, since it is session state,",
              "that of input '" + names.get(slot) + "'");
        }
      }
    }
  }

  private static boolean share(Tensor one, Tensor other) {
    return one.storage() instanceof HeapStorage a
        && other.storage() instanceof HeapStorage b
        && a.array() == b.array()
        && overlap(a, b);
  }

  private static boolean overlap(HeapStorage a, HeapStorage b) {
    return a.base() < b.base() + b.dtype().carrierSlots(b.length())
        && b.base() < a.base() + a.dtype().carrierSlots(a.length());
  }
}
