package io.pelton.examples.benchmarks.adult;

import org.apache.flink.api.common.accumulators.DoubleCounter;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Counts the rows of a job and sums their probabilities up. */
final class Tally extends RichMapFunction<Float, Float> {
  static final String ROWS = "rows";
  static final String SUM = "sum";

  private static final long serialVersionUID = 1L;

  private final LongCounter rows = new LongCounter();
  private final DoubleCounter sum = new DoubleCounter();

  @Override
  public void open(OpenContext context) {
    getRuntimeContext().addAccumulator(ROWS, rows);
    getRuntimeContext().addAccumulator(SUM, sum);
  }

  @Override
  public Float map(Float probability) {
    rows.add(1);
    sum.add(probability);
    return probability;
  }
}
