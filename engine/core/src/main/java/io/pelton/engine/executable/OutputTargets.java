package io.pelton.engine.executable;

import io.pelton.engine.tensor.Tensor;

/**
 * Lets runs write outputs into memory of the caller: where the last kernel can write there, without
 * a copy. Present on every executable whose outputs are known before a run.
 */
public non-sealed interface OutputTargets extends ExecutableCapability {
  /**
   * Writes an output of all later runs into a tensor, which must stay as long.
   *
   * @param target contiguous, of the output's dtype and of as many rows as the runs, on the heap or
   *     in native memory
   * @throws io.pelton.engine.error.UnknownName when there is no such output
   * @throws io.pelton.engine.error.InputMismatch when dtype or shape can't be the output's
   */
  void bind(int output, Tensor target);

  /** Writes the output into the executable's own memory again. */
  void unbind(int output);
}
