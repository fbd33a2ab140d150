package io.pelton.engine.executable;

import io.pelton.engine.bind.LastRun;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PersistentOutputs;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs a graph whose shapes follow from values that only a run knows: segment by segment, with
 * plans that are kept by shapes, and memory of its own. One thread at a time; counts are for any.
 */
final class SegmentedRuns implements AutoCloseable {
  private final Program program;
  private final OrderCache order;
  private final RunState state;
  private final PersistentOutputs memory = new PersistentOutputs();
  private final AtomicLong hits = new AtomicLong();
  private final AtomicLong misses = new AtomicLong();
  private PipelinedExecutor executor;

  /**
   * @param state of the executable
   */
  SegmentedRuns(Program program, RunState state) {
    this.program = program;
    this.state = state;
    this.order = new OrderCache(program.options().planCacheCapacity());
  }

  /**
   * Runs the whole batch.
   *
   * @param inputs by slot, checked
   * @param reason why there is no plan of the whole
   */
  LastRun run(Tensor[] inputs, DataDependentShape reason) {
    if (executor == null) {
      executor = PipelinedExecutor.onCallingThread(program.context(), program.weights(), state);
    }
    List<ValueId> ids = List.copyOf(program.graph().inputs().values());
    StorageCache given = new StorageCache();
    for (int slot = 0; slot < inputs.length; slot++) {
      given.put(ids.get(slot), inputs[slot]);
    }
    Realization realization =
        Realization.of(program.graph().graph())
            .targets(List.copyOf(program.graph().outputs().values()))
            .inputs(given)
            .rng(state.rng())
            .order(order)
            .outputs(memory);
    long planned = executor.statistics().segmentsPlanned();
    try (Realized realized = executor.realize(realization)) {
      return new SegmentedRun(
          List.copyOf(realized.outputs(program.graph()).values()), realized.plans(), reason);
    } finally {
      boolean isHit = executor.statistics().segmentsPlanned() == planned;
      (isHit ? hits : misses).incrementAndGet();
    }
  }

  /** Runs that planned nothing. */
  long hits() {
    return hits.get();
  }

  /** Runs that planned a segment. */
  long misses() {
    return misses.get();
  }

  /** Shapes of inputs whose plans left the full cache. */
  long evictions() {
    return order.evictions();
  }

  long bytes() {
    return order.bytes() + memory.bytes();
  }

  @Override
  public void close() {
    if (executor != null) {
      executor.close();
    }
    order.close();
    memory.close();
  }
}
