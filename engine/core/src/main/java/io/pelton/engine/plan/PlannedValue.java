package io.pelton.engine.plan;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/**
 * Where a value lies while a plan runs.
 *
 * @param dtype of a tensor, null for other values
 * @param layout over the root's storage at the upper bound of the rows, null for values that are no
 *     tensors
 * @param hasRows axis 0 runs over the rows of the batch
 */
public record PlannedValue(Root root, DType dtype, Layout layout, boolean hasRows) {
  static PlannedValue made(int index) {
    return new PlannedValue(new Root.Made(index), null, null, false);
  }

  PlannedValue viewedAs(Layout view, boolean viewHasRows) {
    return new PlannedValue(root, dtype, view, viewHasRows);
  }
}
