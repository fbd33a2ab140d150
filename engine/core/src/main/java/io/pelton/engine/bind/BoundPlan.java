package io.pelton.engine.bind;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.KernelFailure;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.HostKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.PlannedValue;
import io.pelton.engine.plan.Root;
import io.pelton.engine.plan.Step;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A plan with memory: arenas, operands that point into them and calls that are ready to run. One
 * thread runs it at a time; its steps may be bound by another one, each before it is run.
 */
public final class BoundPlan implements LastRun, AutoCloseable {
  private final Plan plan;
  private final Weights weights;
  private final RunState state;
  private final PlanMemory memory;
  private final Value[] made;
  private final Map<PlannedValue, Operand> operands = new HashMap<>();
  private final List<Movable> fresh = new ArrayList<>();
  private final Movable[][] movables;
  private final Call[] calls;
  private final boolean[] hasRows;
  private final Arrivals arrivals;
  private final boolean[] waits;
  private final Underway underway;
  private final boolean leavesRowsOut;
  private final Tensor[] outputTensors;
  private Movable[] all;
  private int rows;
  private int activeRows;
  private long knownBytes;

  /**
   * No step is bound yet.
   *
   * @param state what kernels read and leave beside their operands
   */
  public BoundPlan(Plan plan, Weights weights, RunState state) {
    this.plan = plan;
    this.weights = weights;
    this.state = state;
    this.memory = new PlanMemory(plan, weights);
    this.made = new Value[plan.made()];
    this.calls = new Call[plan.steps().size()];
    this.movables = new Movable[calls.length][];
    this.hasRows = new boolean[calls.length];
    this.arrivals = new Arrivals(plan);
    this.waits = new boolean[calls.length];
    this.underway = new Underway(state, arrivals.hasDevices());
    this.leavesRowsOut = plan.leavesRowsOut();
    this.outputTensors = new Tensor[plan.outputs().size()];
  }

  /** Ready to run. */
  public static BoundPlan of(Plan plan, Weights weights, RunState state) {
    BoundPlan bound = new BoundPlan(plan, weights, state);
    try {
      for (int step = 0; step < bound.calls.length; step++) {
        bound.bind(step);
      }
    } catch (RuntimeException | Error e) {
      bound.close();
      throw e;
    }
    return bound;
  }

  public Plan plan() {
    return plan;
  }

  /**
   * Makes the call of a step; steps are bound in order.
   *
   * @throws KernelFailure when its kernel can't be bound
   */
  public void bind(int at) {
    Step step = plan.steps().get(at);
    try {
      calls[at] = bind(step);
    } catch (EngineException e) {
      throw e;
    } catch (Exception e) {
      throw failure(step, e);
    }
    hasRows[at] = step.hasRows();
    waits[at] = arrivals.precede(step);
    movables[at] = fresh.toArray(new Movable[0]);
    fresh.clear();
  }

  /** Releases memory on devices, when nothing uses it any more. */
  @Override
  public void close() {
    underway.drain();
    memory.close();
  }

  @Override
  public String explain() {
    return plan.explain();
  }

  /** True when more bytes are held than when this was last asked. */
  public boolean hasGrown() {
    long before = knownBytes;
    knownBytes = bytes();
    return knownBytes != before;
  }

  /** Bytes of the arenas and of the string buffers as they have grown. */
  public long bytes() {
    return memory.bytes();
  }

  /** {@link #run(Tensor[], int, int)} on all rows. */
  public void run(Tensor[] tensors, int batchRows) {
    run(tensors, batchRows, batchRows);
  }

  /**
   * Runs all steps, which are bound.
   *
   * @param tensors by slot
   * @param batchRows of this batch, at most the plan's; ignored where the plan has none
   * @param active how many of them have to be computed; the others of an output are not specified
   *     then
   */
  public void run(Tensor[] tensors, int batchRows, int active) {
    enqueue(tensors, batchRows, active);
    await();
  }

  /**
   * Runs all steps on the host, and enqueues those on devices without waiting for the last of them.
   * The inputs may be written again when this returns, outputs be read after {@link #await}; those
   * that are left on devices, in their queues at once. Parameters are those of {@link
   * #run(Tensor[], int, int)}.
   *
   * @throws EngineException when a step fails, or one of an earlier run that this one waits for;
   *     everything enqueued before it is done by then
   */
  public void enqueue(Tensor[] tensors, int batchRows, int active) {
    System.arraycopy(tensors, 0, memory.inputs(), 0, memory.inputs().length);
    if (rows != batchRows) {
      rows = batchRows;
      Arrays.fill(outputTensors, null);
    }
    activeRows = leavesRowsOut ? active : batchRows;
    enqueue();
    if (arrivals.areInputs()) {
      await();
    }
  }

  /**
   * Waits for what was enqueued.
   *
   * @throws EngineException when some of it failed
   */
  public void await() {
    underway.await();
  }

  /**
   * Says what the next runs read.
   *
   * @param slot of the input
   */
  public void give(int slot, Tensor tensor) {
    memory.inputs()[slot] = tensor;
  }

  /**
   * Says where the next runs write outputs that the plan leaves in memory of the caller.
   *
   * @param tensors by output, null for others
   */
  public void writeTo(Tensor[] tensors) {
    Tensor[] targets = memory.targets();
    for (int output = 0; output < targets.length; output++) {
      if (!Objects.equals(targets[output], tensors[output])) {
        targets[output] = tensors[output];
        outputTensors[output] = null;
      }
    }
  }

  /** True when runs write what lies there, so that none may read it. */
  public boolean holds(Storage storage) {
    return memory.holds(storage);
  }

  /** Takes memory for the outputs of the next runs, where the plan leaves them in place. */
  public void place(OutputMemory source) {
    underway.drain();
    memory.outputs().place(source);
  }

  /** Lets go of what the last run read, and of what its kernels made. */
  public void forgetInputs() {
    memory.forgetInputs();
    Arrays.fill(made, null);
    for (Movable[] step : movables) {
      for (Movable movable : step) {
        movable.operand().point(null, 0);
      }
    }
  }

  /** Lets go of the outputs of the last run, which then belong to those alone who retained them. */
  public void forgetOutputs() {
    underway.drain();
    memory.outputs().close();
  }

  /** Runs all steps, which are bound, on what was given. */
  public void run() {
    enqueue();
    await();
  }

  private void enqueue() {
    if (all == null) {
      all = Arrays.stream(movables).flatMap(Arrays::stream).toArray(Movable[]::new);
    }
    if (arrivals.meetRuns()) {
      await();
    }
    memory.point(all);
    underway.begin();
    for (int at = 0; at < calls.length; at++) {
      call(at);
    }
  }

  /**
   * Runs one step, which is bound, after all that come before it. What it does on a device is only
   * enqueued; {@link #await} comes after the last one.
   */
  public void run(int at) {
    memory.point(movables[at]);
    underway.begin();
    call(at);
  }

  private void call(int at) {
    try {
      if (waits[at]) {
        state.await();
      }
      calls[at].run(hasRows[at] ? activeRows : 1);
    } catch (EngineException e) {
      throw underway.settled(e);
    } catch (Exception e) {
      throw underway.settled(failure(plan.steps().get(at), e));
    }
  }

  private static KernelFailure failure(Step step, Exception cause) {
    return new KernelFailure(step.name(), step.op().label(), step.alternative().name(), cause);
  }

  @Override
  public Value output(int index) {
    PlannedValue value = plan.outputs().get(index);
    if (value.root() instanceof Root.Made root) {
      return made[root.index()];
    }
    if (plan.delivery() != Plan.Delivery.ON_HOST) {
      return output(value);
    }
    // memory of this plan, so that it stays what it is for as long as the rows do
    Tensor known = outputTensors[index];
    if (known == null) {
      known = output(value);
      outputTensors[index] = known;
    }
    return known;
  }

  private Tensor output(PlannedValue value) {
    Tensor given = memory.given(value.root());
    long start = given == null ? 0 : given.layout().offset();
    return tensor(value, memory.storage(value.root()), start + value.layout().offset(), rows);
  }

  private Call bind(Step step) {
    NodeSpec spec =
        new NodeSpec(
            step.name(),
            step.op(),
            step.inference(),
            step.rows(),
            weights.prepared(),
            step.device(),
            state);
    if (step.alternative().kernel() instanceof FixedKernel kernel) {
      Operand[] in = operands(step.inputs());
      Operand[] out = operands(step.outputs());
      return DividedCall.of(step, spec, in, out).orElseGet(() -> kernel.bind(spec, in, out));
    }
    return bindHost((HostKernel) step.alternative().kernel(), spec, step);
  }

  private Call bindHost(HostKernel kernel, NodeSpec spec, Step step) {
    Operand[] in = operands(step.inputs());
    return rows -> {
      Value[] values = new Value[in.length];
      for (int i = 0; i < in.length; i++) {
        PlannedValue planned = step.inputs().get(i);
        if (planned != null) {
          values[i] =
              planned.root() instanceof Root.Made root
                  ? made[root.index()]
                  : tensor(planned, in[i].storage(), in[i].offset(), activeRows);
        }
      }
      Value[] results = kernel.run(spec, values);
      for (int slot = 0; slot < results.length; slot++) {
        made[((Root.Made) step.outputs().get(slot).root()).index()] = results[slot];
      }
    };
  }

  /** The value on its storage with so many rows. */
  private static Tensor tensor(PlannedValue value, Storage storage, long offset, int valueRows) {
    long[] dims = value.layout().dims();
    if (value.hasRows()) {
      dims[0] = valueRows;
    }
    return new Tensor(storage, Layout.of(dims, value.layout().strides(), offset));
  }

  private Operand[] operands(List<PlannedValue> values) {
    return values.stream()
        .map(value -> value == null || value.layout() == null ? null : operand(value))
        .toArray(Operand[]::new);
  }

  private Operand operand(PlannedValue value) {
    Operand known = operands.get(value);
    if (known != null) {
      return known;
    }
    Operand operand = newOperand(value);
    operands.put(value, operand);
    return operand;
  }

  private Operand newOperand(PlannedValue value) {
    if (value.root() instanceof Root.Constant constant) {
      return Operand.constant(new Tensor(constant.tensor().storage(), value.layout()));
    }
    if (value.root() instanceof Root.Resident) {
      return Operand.constant(new Tensor(memory.storage(value.root()), value.layout()));
    }
    Operand operand = Operand.of(value.dtype(), value.layout());
    if (memory.isMovable(value.root())) {
      fresh.add(new Movable(operand, value.root(), value.layout().offset()));
    } else {
      operand.point(memory.storage(value.root()), value.layout().offset());
    }
    return operand;
  }
}
