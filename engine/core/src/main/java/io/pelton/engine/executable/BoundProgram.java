package io.pelton.engine.executable;

import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.plan.PlanCache;

/** What one executable has of a program: plans that are bound to memory of its own. */
final class BoundProgram implements AutoCloseable {
  private final Program program;
  private final PlanCache<BoundPlan> plans;
  private final PlanLookup lookup;
  private final SegmentedRuns segments;

  BoundProgram(Program program, RunState state) {
    this.program = program;
    this.plans =
        new PlanCache<>(program.options().planCacheCapacity(), plan -> release(plan, state));
    this.lookup = new PlanLookup(program, program.contracts(), plans, state);
    this.segments = new SegmentedRuns(program, state);
  }

  /**
   * Lets a plan go when the last run by it has ended, and what is copied from its outputs, and
   * tells how they did.
   */
  private static void release(BoundPlan plan, RunState state) {
    try {
      state.await();
    } finally {
      plan.close();
    }
  }

  Program program() {
    return program;
  }

  PlanLookup lookup() {
    return lookup;
  }

  SegmentedRuns segments() {
    return segments;
  }

  /** Of plans and segments. */
  long bytes() {
    long bytes = segments.bytes();
    for (BoundPlan plan : plans.plans()) {
      bytes += plan.bytes();
    }
    return bytes;
  }

  long hits() {
    return plans.hits() + segments.hits();
  }

  long misses() {
    return plans.misses() + segments.misses();
  }

  long evictions() {
    return plans.evictions() + segments.evictions();
  }

  @Override
  public void close() {
    try {
      plans.clear();
    } finally {
      segments.close();
    }
  }
}
