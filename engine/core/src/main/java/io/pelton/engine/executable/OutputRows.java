package io.pelton.engine.executable;

import io.pelton.engine.tensor.Tensor;

/** Reads parts of outputs. Present on every executable. */
public non-sealed interface OutputRows extends ExecutableCapability {
  /**
   * A copy of index {@code row} of axis 0 of an output of the last run, of shape {@code dims[1..]};
   * nothing else is read back from a device.
   *
   * @throws io.pelton.engine.error.RowOutOfRange when there is no such row
   * @throws IllegalStateException when nothing has run yet
   */
  Tensor readRow(int output, long row);
}
