package io.pelton.engine.realize;

import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.bind.OutputMemory;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.Segment;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.function.Function;

/** A segment with memory. */
final class BoundSegment {
  private final Segment segment;
  private final BoundPlan bound;
  private Object owner;
  private long version;

  BoundSegment(Segment segment, BoundPlan bound) {
    this.segment = segment;
    this.bound = bound;
  }

  BoundPlan bound() {
    return bound;
  }

  int steps() {
    return bound.plan().steps().size();
  }

  /** Says what the next run reads. */
  void give(Function<ValueId, Tensor> values) {
    List<ValueId> inputs = segment.inputs();
    for (int slot = 0; slot < inputs.size(); slot++) {
      bound.give(slot, values.apply(inputs.get(slot)));
    }
  }

  List<ValueId> outputs() {
    return segment.outputs();
  }

  /** Takes new memory for the outputs of the next run. */
  void place() {
    bound.place(OutputMemory.FRESH);
    owner = null;
  }

  /**
   * After a run: lets go of what it read, and of what it left in new memory, so that a plan that is
   * kept keeps none of that.
   */
  void forget() {
    bound.forgetInputs();
    if (owner == null) {
      bound.forgetOutputs();
    }
  }

  /** True when the outputs lie in the memory that this owner last gave in this version. */
  boolean isPlacedBy(Object by, long inVersion) {
    return owner == by && version == inVersion;
  }

  /** Takes memory of an owner, who says in which version afterwards. */
  void place(OutputMemory memory, Object by) {
    bound.place(memory);
    owner = by;
  }

  void placed(long inVersion) {
    version = inVersion;
  }
}
