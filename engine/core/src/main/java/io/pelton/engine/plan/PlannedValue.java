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
 * @param version how many destructive steps have rewritten the root by then
 */
public record PlannedValue(Root root, DType dtype, Layout layout, boolean hasRows, int version) {
  static PlannedValue of(Root root, DType dtype, Layout layout, boolean hasRows) {
    return new PlannedValue(root, dtype, layout, hasRows, 0);
  }

  static PlannedValue made(int index) {
    return of(new Root.Made(index), null, null, false);
  }

  PlannedValue viewedAs(Layout view, boolean viewHasRows) {
    return new PlannedValue(root, dtype, view, viewHasRows, version);
  }

  /** The same, stored elsewhere. */
  PlannedValue on(Root other) {
    return new PlannedValue(other, dtype, layout, hasRows, version);
  }

  /** Of a tensor at the upper bound of the rows; 0 for strings and what is no tensor. */
  long bytes() {
    return dtype == null ? 0 : dtype.carrierSlots(layout.elements()) * dtype.carrier().width();
  }

  /** {@link #bytes} as if there were so many rows, where it has rows. */
  long bytesAt(int rows) {
    return hasRows && layout.dim(0) > 0 ? bytes() / layout.dim(0) * rows : bytes();
  }

  /** The same memory after a destructive step. */
  PlannedValue rewritten() {
    return new PlannedValue(root, dtype, layout, hasRows, version + 1);
  }
}
