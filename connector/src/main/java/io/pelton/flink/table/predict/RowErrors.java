package io.pelton.flink.table.predict;

import io.pelton.flink.error.BadRecord;
import io.pelton.flink.metrics.InferenceMetrics;
import io.pelton.flink.table.ErrorHandling;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what becomes of rows that can't be scored, and counts them. Thread-safe. */
final class RowErrors {
  private static final Logger LOG = LoggerFactory.getLogger(RowErrors.class);

  private final String model;
  private final ErrorHandling handling;
  private final List<ResultColumn> columns;
  private final InferenceMetrics metrics;
  private final AtomicLong count = new AtomicLong();

  RowErrors(PredictSpec spec, InferenceMetrics metrics) {
    this.model = spec.scoring().model().name();
    this.handling = spec.errors();
    this.columns = spec.results();
    this.metrics = metrics;
  }

  /**
   * A {@link java.util.Collection} of rows, or a {@link Throwable}.
   *
   * @param field that is wrong; empty where that is not known
   */
  Object outcome(String field, String reason, Throwable cause) {
    note(field, reason);
    return switch (handling) {
      case FAIL ->
          new BadRecord(
              model,
              field,
              reason,
              "Set 'error-handling' to 'null' or 'skip' to go on without such rows.",
              cause);
      case NULL -> List.<RowData>of(nulls(field, reason));
      case SKIP -> List.<RowData>of();
    };
  }

  private GenericRowData nulls(String field, String reason) {
    GenericRowData row = new GenericRowData(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i) instanceof ResultColumn.Metadata metadata
          && metadata.kind() == ResultColumn.Kind.ERROR_STRING) {
        row.setField(
            i, StringData.fromString(field.isEmpty() ? reason : "'" + field + "': " + reason));
      }
    }
    return row;
  }

  /** Logs the first, the second, the fourth, …: a stream of bad rows must not flood the log. */
  void note(String field, String reason) {
    metrics.failed();
    long failures = count.incrementAndGet();
    if (Long.bitCount(failures) == 1) {
      LOG.warn(
          "Model '{}' could not score {} rows so far; column '{}' of the latest: {}",
          model,
          failures,
          field,
          reason);
    }
  }
}
