package io.pelton.engine.realize;

import java.util.concurrent.atomic.LongAdder;

/** What an executor has done so far. Any thread may read. */
final class Counters {
  final LongAdder passes = new LongAdder();
  final LongAdder orders = new LongAdder();
  final LongAdder segments = new LongAdder();
  final LongAdder steps = new LongAdder();
  final LongAdder jobs = new LongAdder();

  ExecutorStatistics statistics() {
    return new ExecutorStatistics(
        passes.sum(), orders.sum(), segments.sum(), steps.sum(), jobs.sum());
  }
}
