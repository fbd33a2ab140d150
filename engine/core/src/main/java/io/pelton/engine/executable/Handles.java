package io.pelton.engine.executable;

import io.pelton.engine.tensor.Tensor;

/**
 * Inputs that keep their contents from run to run, in buffers on the host that belong to the
 * executable and are no part of its arenas: caches, session state. A run may leave a bound input
 * out; where it gives it, that one value counts for that one run and the buffer stays as it is.
 * Session state is written in place. Present on every executable that has inputs.
 */
public non-sealed interface Handles extends ExecutableCapability {
  /**
   * Copies the elements into a buffer for an input. What was bound or resident before is dropped.
   *
   * @throws io.pelton.engine.error.UnknownName when there is no such input
   * @throws io.pelton.engine.error.InputMismatch when it declares another dtype or shape
   */
  void bind(String input, Tensor value);

  /**
   * True when the input has contents, on the host or on a device.
   *
   * @throws io.pelton.engine.error.UnknownName when there is no such input
   */
  boolean isBound(String input);

  /**
   * A copy of what the buffer holds now, also where it is resident on a device.
   *
   * @return contiguous on the heap, owned by the caller
   * @throws io.pelton.engine.error.UnknownName when there is no such input, or nothing is bound to
   *     it
   */
  Tensor read(String input);

  /**
   * Drops the contents, on a device too; runs have to give the input again. Of no effect where
   * nothing is bound.
   *
   * @throws io.pelton.engine.error.UnknownName when there is no such input
   */
  void unbind(String input);
}
