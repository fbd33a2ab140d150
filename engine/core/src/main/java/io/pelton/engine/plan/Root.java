package io.pelton.engine.plan;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Tensor;

/** What a value of a plan is stored in; views share their root. */
public sealed interface Root {
  /** Given by the caller at every run, on the host. */
  record Input(int slot) implements Root {}

  /** A weight on the host, shared by all executables. */
  record Constant(Tensor tensor) implements Root {}

  /** A weight that was copied to a device once, contiguous, shared by all executables. */
  record Resident(Tensor tensor, DeviceId device) implements Root {}

  /**
   * A slice of one of the executable's arenas.
   *
   * @param index of the slice in the plan's {@link MemoryPlan}
   */
  record Transient(int index, ArenaKey arena, DType dtype, long elements) implements Root {}

  /**
   * Memory of the caller that an output is written to, on the host, given at every run.
   *
   * @param index of the output
   * @param space heap or native
   * @param copied why it is filled by a copy; empty where the kernel that computes it writes there
   */
  record Output(int index, MemorySpace space, String copied) implements Root {}

  /** A growable string storage of the executable. */
  record Strings(int index) implements Root {}

  /** A sequence, mapping or other object that a host kernel makes at every run. */
  record Made(int index) implements Root {}
}
