package io.pelton.engine.realize;

import io.pelton.engine.bind.Weights;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.PlanOptions;

/**
 * Realizes graphs: a compiler thread plans and binds, the calling thread runs what is bound,
 * concurrently. The thread is started by the first pass that has something to compile, serves all
 * later ones and ends when it is idle for long; passes whose plans are kept need none.
 *
 * <p>Nothing is optimized here, callers do that first: see {@link Realization#optimized}. Each node
 * runs by the kernel that the planner ranks first; when a kernel throws, the pass fails and no
 * other is tried. Errors of either thread surface once, on the calling one.
 *
 * <p>One pass at a time; closing is for any thread. A pass ends early, with {@code RunCancelled},
 * when its thread is interrupted or the executor closed, before its next kernel call.
 */
public final class PipelinedExecutor implements AutoCloseable {
  private final ExecutionGuard guard =
      new ExecutionGuard("executor", "Give every thread an executor of its own.");
  private final Counters counters = new Counters();
  private final Weights weights;
  private final RunState state;
  private final boolean ownsWeights;
  private final Pipeline pipeline;
  private final Realizer realizer;

  private PipelinedExecutor(
      PlanContext context,
      Weights weights,
      RunState state,
      boolean ownsWeights,
      boolean isPipelined) {
    this.weights = weights;
    this.state = state;
    this.ownsWeights = ownsWeights;
    this.pipeline = isPipelined ? new Pipeline(counters) : null;
    this.realizer = new Realizer(context, weights, state, guard::checkRunning, counters);
  }

  /** On these devices, which find their nodes as the options say. */
  public PipelinedExecutor(Devices devices, PlanOptions options) {
    this(new PlanContext(devices, options), Weights.ofPlans(), new RunState(), true, true);
  }

  /**
   * One that compiles on the calling thread, too, for callers that want no thread beside theirs.
   *
   * @param weights shared with others, and closed by their owner
   * @param state what kernels read and leave beside their operands; closed by its owner
   */
  public static PipelinedExecutor onCallingThread(
      PlanContext context, Weights weights, RunState state) {
    return new PipelinedExecutor(context, weights, state, false, false);
  }

  /**
   * Computes what is asked for.
   *
   * @return results in the order of the targets; the caller closes them
   * @throws io.pelton.engine.error.UnknownName when an input is missing
   * @throws io.pelton.engine.error.InputMismatch when one has another dtype or shape
   * @throws io.pelton.engine.error.UnboundSymbol when a symbol stands for nothing
   * @throws io.pelton.engine.error.SymbolConflict when one stands for two numbers
   * @throws io.pelton.engine.error.CapacityExceeded when one stands for more than fits
   * @throws io.pelton.engine.error.InvalidBranch when arms of a branch are not alternatives
   * @throws io.pelton.engine.error.NoBackendForOp when no kernel takes a node
   * @throws io.pelton.engine.error.Unplaced when nothing decides where a node runs
   * @throws io.pelton.engine.error.TopologyChanged when the graph changed since it was optimized,
   *     or while the pass ran
   * @throws io.pelton.engine.error.KernelFailure when a kernel throws
   * @throws io.pelton.engine.error.RunCancelled when the pass was ended early
   * @throws io.pelton.engine.error.ConcurrentUse when another pass runs, or this is closed
   */
  public Realized realize(Realization realization) {
    guard.enter();
    try {
      // here, as the bodies of control ops are part of the pass around them
      state.begin();
      return realizer.run(realization, pipeline == null ? Dispatch.INLINE : pipeline);
    } finally {
      guard.exit();
    }
  }

  /**
   * Makes a list of calls of what is asked for, to be run again and again on other inputs of the
   * same lengths. Nothing is run yet; the captured run is used apart from this executor, which must
   * not be closed before it.
   *
   * @param realization with inputs of the lengths that are to come, with persistent outputs if
   *     results are to lie in these
   * @throws io.pelton.engine.error.CaptureRefused when something is in the way: a node on another
   *     device than the others, a kernel that runs on the host or may allocate or wait, lengths
   *     that depend on what is computed or on a symbol of the environment, arms that are picked
   *     late
   * @throws io.pelton.engine.error.EngineException as {@link #realize}
   */
  public CapturedRun capture(Realization realization) {
    guard.enter();
    try {
      return realizer.capture(realization);
    } finally {
      guard.exit();
    }
  }

  /** Counts so far; for any thread. */
  public ExecutorStatistics statistics() {
    return counters.statistics();
  }

  /**
   * Ends a pass in progress, and the compiler thread.
   *
   * @throws IllegalStateException within a pass, such as by a kernel or a selector, whose end this
   *     would wait for
   */
  @Override
  public void close() {
    if (pipeline != null) {
      pipeline.checkOutside();
    }
    guard.close(this::stop);
    stop();
    if (ownsWeights) {
      state.close();
      weights.close();
    }
  }

  private void stop() {
    if (pipeline != null) {
      pipeline.close();
    }
  }
}
