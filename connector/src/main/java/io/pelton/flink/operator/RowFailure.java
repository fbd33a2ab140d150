package io.pelton.flink.operator;

import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.InvalidDictionaryIndex;
import io.pelton.arrow.NullNotAllowed;
import io.pelton.arrow.ValueOutOfRange;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.error.KernelFailure;
import io.pelton.flink.model.LoadedModel;

/**
 * Why a batch could not be scored because of a row of it.
 *
 * @param row in the batch, or {@link #UNKNOWN}
 * @param field the field that is wrong, empty where that is not known
 */
record RowFailure(int row, String field, String reason, RuntimeException cause) {
  static final int UNKNOWN = -1;

  /** A failure while columns were bound to inputs, or null when it is not about a row. */
  static RowFailure binding(RuntimeException e) {
    if (e instanceof NullNotAllowed missing) {
      return of(missing.row(), missing.column(), e);
    }
    if (e instanceof ValueOutOfRange range) {
      return of(range.row(), range.column(), e);
    }
    if (e instanceof InvalidDictionaryIndex index) {
      return of(index.row(), index.column(), e);
    }
    return null;
  }

  /** A failure while the model ran on a batch, or null when it is not about a row. */
  static RowFailure running(RuntimeException e, BoundBatch batch, LoadedModel model) {
    if (e instanceof InvalidValue value) {
      boolean known = value.row() >= 0 && value.row() < batch.rows();
      int row = known ? batch.batchRow((int) value.row()) : UNKNOWN;
      return of(row, model.inputOf(value.node()).orElse(""), e);
    }
    if (e instanceof KernelFailure failure) {
      return of(UNKNOWN, model.inputOf(failure.node()).orElse(""), e);
    }
    return null;
  }

  private static RowFailure of(long row, String field, RuntimeException e) {
    return new RowFailure((int) row, field, e.getMessage(), e);
  }
}
