package io.pelton.examples.benchmarks.arrow;

import java.util.Locale;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.accumulators.DoubleCounter;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.RuntimeContext;

/** How many scores a job gave, and their sum. */
final class Scores {
  private static final String ROWS = "rows";
  private static final String SUM = "sum";

  private final LongCounter rows = new LongCounter();
  private final DoubleCounter sum = new DoubleCounter();

  Scores(RuntimeContext context) {
    context.addAccumulator(ROWS, rows);
    context.addAccumulator(SUM, sum);
  }

  void add(long count, double total) {
    rows.add(count);
    sum.add(total);
  }

  /** A job's rows, their rate over the whole job, its seconds on all cores, and the mean score. */
  record Run(long rows, double rowsPerSecond, double cpuSeconds, double meanScore) {
    static Run of(JobExecutionResult result, double cpuSeconds) {
      long rows = result.<Long>getAccumulatorResult(ROWS);
      double sum = result.<Double>getAccumulatorResult(SUM);
      return new Run(rows, rows * 1000.0 / result.getNetRuntime(), cpuSeconds, sum / rows);
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%,.0f rows/s, %.2f s on all cores", rowsPerSecond, cpuSeconds);
    }
  }
}
