package io.pelton.engine.bind;

import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.Root;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** What the values of one bound plan lie in: memory of its own, weights, and what callers give. */
final class PlanMemory implements AutoCloseable {
  private final Plan plan;
  private final Weights weights;
  private final Arenas arenas;
  private final OwnOutputs outputs;
  private final Map<Root.Resident, Storage> residents = new HashMap<>();
  private final StringStorage[] strings;
  private final Tensor[] inputs;
  private final Tensor[] targets;

  PlanMemory(Plan plan, Weights weights) {
    this.plan = plan;
    this.weights = weights;
    this.arenas = new Arenas(plan.graph().name(), plan.memory(), plan.devices());
    this.outputs = new OwnOutputs(plan);
    this.strings =
        IntStream.range(0, plan.strings())
            .mapToObj(i -> StringStorage.growable())
            .toArray(StringStorage[]::new);
    this.inputs = new Tensor[plan.inputs().size()];
    this.targets = new Tensor[plan.outputs().size()];
  }

  /** By slot: what the next runs read. */
  Tensor[] inputs() {
    return inputs;
  }

  /** By output: where the next runs write it, null where that is no matter of the caller. */
  Tensor[] targets() {
    return targets;
  }

  /** Outputs that outlive the run. */
  OwnOutputs outputs() {
    return outputs;
  }

  /** Bytes of the arenas and of the string buffers as they have grown. */
  long bytes() {
    long bytes = arenas.bytes();
    for (StringStorage buffer : strings) {
      bytes += buffer.capacityBytes();
    }
    return bytes;
  }

  /** True when runs write what lies there: a value of this plan, such as an output. */
  boolean holds(Storage storage) {
    for (StringStorage buffer : strings) {
      if (buffer == storage) {
        return true;
      }
    }
    return arenas.holds(storage);
  }

  /** True where other memory may take the place between runs. */
  boolean isMovable(Root root) {
    return root instanceof Root.Input || root instanceof Root.Output || outputs.owns(root);
  }

  /** What the caller gave for this run; null for memory of this plan. */
  Tensor given(Root root) {
    if (root instanceof Root.Input input) {
      return inputs[input.slot()];
    }
    return root instanceof Root.Output output ? targets[output.index()] : null;
  }

  Storage storage(Root root) {
    Tensor given = given(root);
    if (given != null) {
      return given.storage();
    }
    if (outputs.owns(root)) {
      return outputs.storage(root);
    }
    if (root instanceof Root.Transient slice) {
      return arenas.slice(slice);
    }
    if (root instanceof Root.Resident weight) {
      return residents.computeIfAbsent(weight, this::acquire);
    }
    if (root instanceof Root.Strings buffer) {
      return strings[buffer.index()];
    }
    return ((Root.Constant) root).tensor().storage();
  }

  private Storage acquire(Root.Resident weight) {
    return weights.resident().acquire(plan.devices().get(weight.device()), weight.tensor());
  }

  /** Points operands at the memory of the next run. */
  void point(Movable[] moved) {
    for (Movable movable : moved) {
      if (movable.root() instanceof Root.Input input) {
        point(movable, inputs[input.slot()]);
      } else if (movable.root() instanceof Root.Output output) {
        point(movable, targets[output.index()]);
      } else {
        movable.operand().point(outputs.storage(movable.root()), movable.offset());
      }
    }
  }

  private static void point(Movable movable, Tensor given) {
    movable.operand().point(given.storage(), given.layout().offset() + movable.offset());
  }

  void forgetInputs() {
    Arrays.fill(inputs, null);
  }

  /** Releases memory on devices, which nothing may be using any more. */
  @Override
  public void close() {
    arenas.close();
    outputs.close();
    residents.forEach(
        (weight, storage) -> weights.resident().release(weight.device(), weight.tensor(), storage));
    residents.clear();
  }
}
