package io.pelton.flink.table.predict;

import io.pelton.flink.operator.RecordEncoding;
import io.pelton.flink.operator.RowDataEncoding;
import io.pelton.flink.operator.ScoringSpec;
import io.pelton.flink.operator.TextEncoding;
import io.pelton.flink.operator.TextSpec;
import io.pelton.flink.table.ErrorHandling;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Everything that a prediction function is told when a query is planned.
 *
 * @param scoring the model, its inputs by names of {@code arguments}, and the batches; its batch
 *     policy is clamped to {@code capacity} already
 * @param arguments names and types of what the function is called with
 * @param results what comes out, in order
 * @param errors what becomes of rows that can't be scored
 * @param capacity rows that may be under way at a time; 1 where calls are synchronous
 * @param workers threads that score beside the task's own; 0 where that one does
 * @param text the argument whose text is tokenized; null where there is none
 */
@Internal
public record PredictSpec(
    ScoringSpec<RowData> scoring,
    RowType arguments,
    List<ResultColumn> results,
    ErrorHandling errors,
    int capacity,
    int workers,
    TextSpec text)
    implements Serializable {
  public PredictSpec {
    results = List.copyOf(results);
  }

  /** A prediction whose arguments feed the model as they are. */
  public PredictSpec(
      ScoringSpec<RowData> scoring,
      RowType arguments,
      List<ResultColumn> results,
      ErrorHandling errors,
      int capacity,
      int workers) {
    this(scoring, arguments, results, errors, capacity, workers, null);
  }

  /** How the arguments become batches. */
  public RecordEncoding<RowData> encoding() {
    return text == null ? new RowDataEncoding(arguments) : new TextEncoding(arguments, text);
  }

  /** The same, but every row by itself, which may then depend on all of its batch. */
  PredictSpec singly() {
    return new PredictSpec(scoring.singly(), arguments, results, errors, 1, 0, text);
  }
}
