package io.pelton.flink.format;

import java.io.Serializable;
import java.util.List;

/** What a record batch must have for a row of it to be wanted, told from its header alone. */
interface BatchFilter extends Serializable {
  /** Wants every batch. */
  BatchFilter ALL = All.EVERY_BATCH;

  /** The same after a copy, so that batches can be read without asking. */
  enum All implements BatchFilter {
    EVERY_BATCH;

    @Override
    public boolean mayHold(Nulls nulls) {
      return true;
    }
  }

  /** What is known of the nulls of a batch. */
  interface Nulls {
    /** Whether some row may be null there; true for what is not known. */
    boolean mayBeNull(String column);

    /** Whether some row may have a value there; true for what is not known. */
    boolean mayHaveValue(String column);
  }

  /** Whether a row of the batch may be wanted. */
  boolean mayHold(Nulls nulls);

  static BatchFilter isNull(String column) {
    return nulls -> nulls.mayBeNull(column);
  }

  static BatchFilter isNotNull(String column) {
    return nulls -> nulls.mayHaveValue(column);
  }

  static BatchFilter and(List<BatchFilter> filters) {
    List<BatchFilter> telling = filters.stream().filter(filter -> filter != ALL).toList();
    return telling.isEmpty()
        ? ALL
        : nulls -> telling.stream().allMatch(filter -> filter.mayHold(nulls));
  }

  static BatchFilter or(List<BatchFilter> filters) {
    return filters.contains(ALL)
        ? ALL
        : nulls -> filters.stream().anyMatch(filter -> filter.mayHold(nulls));
  }
}
