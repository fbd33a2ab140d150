package io.pelton.flink.metrics;

import io.pelton.engine.executable.RunStatistics;
import java.io.Serializable;
import java.util.function.Supplier;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.api.common.accumulators.ListAccumulator;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.accumulators.LongMaximum;
import org.apache.flink.api.common.functions.RuntimeContext;

/** One slot's part of an {@link InferenceSummary}, in accumulators of the job. */
final class SummarySums {
  private final LongCounter[] totals = new LongCounter[InferenceSummary.COUNTS.size()];
  private final LongMaximum weightBytes;
  private long batches;
  private long rows;
  private RunStatistics engine = new RunStatistics(0, 0, 0, 0, 0, 0);

  SummarySums(RuntimeContext context, ModelLabels model) {
    for (int i = 0; i < totals.length; i++) {
      totals[i] =
          accumulator(context, model.name(), InferenceSummary.COUNTS.get(i), LongCounter::new);
    }
    weightBytes =
        accumulator(context, model.name(), InferenceSummary.WEIGHT_BYTES, LongMaximum::new);
    // what has had no value would read as the least long
    weightBytes.add(0);
    ListAccumulator<String> locations =
        accumulator(context, model.name(), InferenceSummary.LOCATIONS, ListAccumulator::new);
    locations.add(model.location());
  }

  /** Operators of one task that run equally named models count together. */
  @SuppressWarnings("unchecked")
  private static <V, R extends Serializable, A extends Accumulator<V, R>> A accumulator(
      RuntimeContext context, String model, String count, Supplier<A> make) {
    String name = InferenceSummary.accumulator(model, count);
    Accumulator<V, R> known = context.getAccumulator(name);
    if (known != null) {
      return (A) known;
    }
    A made = make.get();
    context.addAccumulator(name, made);
    return made;
  }

  void failed() {
    totals[2].add(1);
  }

  /** Adds what has come since the last call; everything is counted from the slot's beginning. */
  void update(long batchCount, long rowCount, RunStatistics statistics) {
    totals[0].add(batchCount - batches);
    totals[1].add(rowCount - rows);
    totals[3].add(statistics.planHits() - engine.planHits());
    totals[4].add(statistics.planMisses() - engine.planMisses());
    totals[5].add(statistics.arenaBytes() - engine.arenaBytes());
    if (batchCount > 0) {
      weightBytes.add(statistics.weightBytes());
    }
    batches = batchCount;
    rows = rowCount;
    engine = statistics;
  }
}
