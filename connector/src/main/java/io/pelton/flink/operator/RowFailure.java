package io.pelton.flink.operator;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.InvalidAvro;
import io.pelton.arrow.InvalidDictionaryIndex;
import io.pelton.arrow.NullNotAllowed;
import io.pelton.arrow.UnevenLists;
import io.pelton.arrow.ValueMismatch;
import io.pelton.arrow.ValueOutOfRange;
import io.pelton.engine.error.InvalidValue;
import io.pelton.flink.error.FunctionFailed;
import io.pelton.flink.error.UnwritableValue;
import io.pelton.flink.model.LoadedModel;
import org.apache.flink.annotation.Internal;

/**
 * Why a batch could not be scored because of a row of it.
 *
 * @param row in the batch, or {@link #UNKNOWN}
 * @param reason without a row's number: a user does not see the batch, which may be a part of one
 * @param field the field that is wrong, empty where that is not known
 */
@Internal
public record RowFailure(int row, String field, String reason, RuntimeException cause) {
  static final int UNKNOWN = -1;

  /** A failure while columns were bound to inputs, or null when it is not about a row. */
  static RowFailure binding(RuntimeException e) {
    if (e instanceof NullNotAllowed missing) {
      return of(
          missing.row(),
          missing.column(),
          "A null is not allowed; choose a null policy (nan, a default value, drop; in SQL"
              + " 'null-handling') or fill the field.",
          e);
    }
    if (e instanceof ValueOutOfRange range) {
      return of(range.row(), range.column(), outOfRange(range), e);
    }
    if (e instanceof UnevenLists lists) {
      return of(lists.row(), lists.column(), uneven(lists), e);
    }
    if (e instanceof AllocationLimitExceeded full) {
      return memory(full);
    }
    if (e instanceof InvalidDictionaryIndex index) {
      return of(
          index.row(),
          index.column(),
          "Dictionary index "
              + index.index()
              + " is outside the dictionary of "
              + index.size()
              + " values; the data is corrupted.",
          e);
    }
    return null;
  }

  /** Rows, or values of a row, that have no room in the memory of the slot. */
  static RowFailure memory(AllocationLimitExceeded e) {
    return of(UNKNOWN, "", "There is no room for the record: " + e.getMessage(), e);
  }

  /** Whether the record would have been taken if there were more memory. */
  public boolean isOfMemory() {
    return cause instanceof AllocationLimitExceeded;
  }

  /** A field whose value is not of the field's type. */
  static RowFailure encoding(ValueMismatch e) {
    String reason = "Expected a value for " + e.expected() + ", found " + e.found() + ".";
    return of(UNKNOWN, e.column(), reason, e);
  }

  /** A record that its own schema does not describe. */
  static RowFailure contradiction(ValueMismatch e) {
    return of(UNKNOWN, "", "The record contradicts its own schema: " + e.found() + ".", e);
  }

  /** Bytes that are no value of their schema. */
  static RowFailure encoding(InvalidAvro e) {
    return of(UNKNOWN, "", "At byte " + e.offset() + ": " + e.reason() + ".", e);
  }

  /** A field whose value does not fit the field's type. */
  static RowFailure encoding(ValueOutOfRange e) {
    return of(UNKNOWN, e.column(), outOfRange(e), e);
  }

  /** A list of another length than its input takes. */
  static RowFailure encoding(UnevenLists e) {
    return of(UNKNOWN, e.column(), uneven(e), e);
  }

  /** A user's function that threw. */
  static RowFailure function(FunctionFailed e) {
    return of(UNKNOWN, e.input(), "The function failed: " + e.getCause() + ".", e);
  }

  /** A field whose value is of another class than the type of the stream says. */
  static RowFailure misfit(String field, ClassCastException e) {
    return of(UNKNOWN, field, "The record contradicts its type: " + e.getMessage() + ".", e);
  }

  /** A value of another class, or a field too many; a value too large is of its type. */
  static boolean isMisfit(RowFailure failure) {
    return failure.cause() == null
        || failure.cause() instanceof ValueMismatch
        || failure.cause() instanceof ClassCastException;
  }

  private static String uneven(UnevenLists e) {
    return "Expected a list of " + e.expected() + " elements, found " + e.found() + ".";
  }

  /** A field whose value its column can't hold. */
  static RowFailure encoding(UnwritableValue e) {
    return of(UNKNOWN, e.column(), "The value " + e.value() + " does not fit " + e.type() + ".", e);
  }

  private static String outOfRange(ValueOutOfRange e) {
    return e.value() + " does not fit " + e.target() + ".";
  }

  /**
   * A failure while the model ran on a batch, or null when it is not about a row. A kernel says of
   * a value that it can't take that it is invalid; whatever else it throws is no record's fault.
   */
  static RowFailure running(RuntimeException e, BoundBatch batch, LoadedModel model) {
    if (e instanceof InvalidValue value) {
      boolean known = value.row() >= 0 && value.row() < batch.rows();
      int row = known ? batch.batchRow((int) value.row()) : UNKNOWN;
      String reason = "Node '" + value.node() + "' (" + value.op() + "): " + value.reason();
      return of(row, model.inputOf(value.node()).orElse(""), reason, e);
    }
    return null;
  }

  private static RowFailure of(long row, String field, String reason, RuntimeException e) {
    return new RowFailure((int) row, field, reason, e);
  }
}
