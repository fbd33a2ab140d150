package io.pelton.examples.benchmarks.arrow;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Reads every score of a stream. */
final class RowTally extends RichMapFunction<Float, Float> {
  private static final long serialVersionUID = 1L;

  private transient Scores scores;

  @Override
  public void open(OpenContext context) {
    scores = new Scores(getRuntimeContext());
  }

  @Override
  public Float map(Float score) {
    scores.add(1, score);
    return score;
  }
}
