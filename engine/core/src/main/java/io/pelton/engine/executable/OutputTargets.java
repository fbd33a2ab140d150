package io.pelton.engine.executable;

import io.pelton.engine.tensor.Tensor;

/**
 * Lets runs write outputs into memory of the caller: where the last kernel can write there, without
 * a copy. Present on every executable with an output of numbers of whole bytes.
 */
public non-sealed interface OutputTargets extends ExecutableCapability {
  /**
   * Writes an output of all later runs into a tensor, whose storage is retained as long. A run that
   * fails may leave some of it written. Until the next run, the output is read there.
   *
   * @param output its index
   * @param target contiguous, writable, of the output's dtype and of the shape that the runs give
   *     it, on the heap or in native memory; no input of the runs and no other target lies in that
   *     memory. A run whose output has another shape is an {@code InputMismatch} and writes nothing
   *     there.
   * @throws io.pelton.engine.error.UnknownName when there is no such output
   * @throws io.pelton.engine.error.InputMismatch when dtype, shape or memory can't be the output's:
   *     strings and elements below a byte have no targets
   * @throws io.pelton.engine.error.EngineException when a run failed that was queued before; the
   *     target is as it was then
   */
  void bind(int output, Tensor target);

  /**
   * Writes the output into the executable's own memory again, and lets go of the target; of no
   * effect where there is none.
   *
   * @throws io.pelton.engine.error.UnknownName when there is no such output
   */
  void unbind(int output);
}
