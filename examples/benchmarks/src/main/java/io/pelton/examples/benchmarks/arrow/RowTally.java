package io.pelton.examples.benchmarks.arrow;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.types.Row;

/** Reads every score of a stream. */
final class RowTally extends RichMapFunction<Row, Float> {
  private static final long serialVersionUID = 1L;

  private transient Scores scores;

  @Override
  public void open(OpenContext context) {
    scores = new Scores(getRuntimeContext());
  }

  @Override
  public Float map(Row row) {
    float score = (Float) row.getField(row.getArity() - 1);
    scores.add(1, score);
    return score;
  }
}
