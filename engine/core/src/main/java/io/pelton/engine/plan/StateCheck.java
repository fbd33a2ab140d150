package io.pelton.engine.plan;

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
public final class StateCheck {
  private final List<String> names;
  private final int[] states;

  /**
   * @param names of the inputs, by slot
   * @param states slots of those that are session state
   */
  public StateCheck(List<String> names, List<Integer> states) {
    this.names = List.copyOf(names);
    this.states = states.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Of a graph's inputs, in order. */
  public static StateCheck of(NamedGraph graph) {
    List<ValueId> inputs = List.copyOf(graph.inputs().values());
    List<Integer> states =
        IntStream.range(0, inputs.size())
            .filter(
                slot -> graph.graph().storageClass(inputs.get(slot).node()) == StorageClass.SESSION)
            .boxed()
            .toList();
    return new StateCheck(List.copyOf(graph.inputs().keySet()), states);
  }

  /** True when the input of a slot is session state. */
  public boolean isState(int slot) {
    return IntStream.of(states).anyMatch(state -> state == slot);
  }

  /**
   * @param inputs by slot
   * @throws InputMismatch when session state shares memory with another input
   */
  public void check(Tensor[] inputs) {
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
