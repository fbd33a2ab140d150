package io.pelton.arrow;

import io.pelton.engine.tensor.Tensor;

/** One model input where a builder has its rows. */
abstract sealed class DirectInput permits DirectNumbers, DirectText {
  /**
   * The first rows in place: the same object for as long as neither their number nor their memory
   * changes.
   *
   * @return null where a null is among them that has to be dealt with
   */
  abstract Tensor bind(BatchMemory memory, int rows);
}
