package io.pelton.examples.benchmarks.arrow;

import io.pelton.arrow.ArrowBatch;
import org.apache.arrow.vector.Float4Vector;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Reads every score of a batch. */
final class BatchTally extends RichMapFunction<ArrowBatch, Integer> {
  private static final long serialVersionUID = 1L;

  private transient Scores scores;

  @Override
  public void open(OpenContext context) {
    scores = new Scores(getRuntimeContext());
  }

  @Override
  public Integer map(ArrowBatch batch) {
    Float4Vector column = (Float4Vector) batch.vector(FlightsModel.OUTPUT);
    double sum = 0;
    for (int row = 0; row < batch.rows(); row++) {
      sum += column.get(row);
    }
    scores.add(batch.rows(), sum);
    return batch.rows();
  }
}
