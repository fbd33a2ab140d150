package io.pelton.engine.executable;

import io.pelton.engine.tensor.Tensor;

/** Reads parts of outputs. Present on every executable. */
public non-sealed interface OutputRows extends ExecutableCapability {
  /**
   * A copy of index {@code row} of axis 0 of an output of the last run, of shape {@code dims[1..]};
   * nothing else is read back from a device.
   *
   * @param output its index, of a tensor
   * @return on the heap, owned by the caller
   * @throws io.pelton.engine.error.UnknownName when there is no such output
   * @throws io.pelton.engine.error.RowOutOfRange when there is no such row, as in a scalar
   * @throws IllegalArgumentException when the output is no tensor
   * @throws IllegalStateException when nothing has run yet, or the last run failed
   */
  Tensor readRow(int output, long row);
}
