package io.pelton.engine.plan;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;

/** What a value of a plan is stored in; views share their root. */
public sealed interface Root {
  /** Given by the caller at every run. */
  record Input(int slot) implements Root {}

  /** A weight, shared by all executables. */
  record Constant(Tensor tensor) implements Root {}

  /**
   * A slice of the executable's arena for the dtype's carrier.
   *
   * @param index of the slice in the plan's {@link MemoryPlan}
   */
  record Transient(int index, DType dtype, long elements) implements Root {}

  /** A growable string storage of the executable. */
  record Strings(int index) implements Root {}

  /** A sequence, mapping or other object that a host kernel makes at every run. */
  record Made(int index) implements Root {}
}
