package io.pelton.engine.executable;

import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.plan.BoundInput;
import io.pelton.engine.plan.PlanCache;
import io.pelton.engine.plan.PlanKey;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Runs plans out of a cache, one per bucket of rows and shape of inputs. */
final class PlannedExecutable implements ExecutableGraph {
  /** No rows: a plan for the whole batch. */
  private static final int WHOLE = -1;

  private final CompiledGraph compiled;
  private final List<InputContract> contracts;
  private final SymbolCheck symbols;
  private final ExecutionGuard guard;
  private final PlanCache<BoundPlan> plans;
  private final PlanKey key = new PlanKey();
  private final Supplier<BoundPlan> planner = this::bindPlan;
  private Tensor[] tensors;
  private int bucket;
  private LastRun last;
  private final AtomicLong runs = new AtomicLong();
  private final AtomicLong arenaBytes = new AtomicLong();

  PlannedExecutable(CompiledGraph compiled) {
    this.compiled = compiled;
    this.contracts =
        compiled.inputs().stream()
            .map(port -> new InputContract(port, compiled.planInputs().contains(port.name())))
            .toList();
    this.symbols = new SymbolCheck(contracts);
    this.guard = new ExecutionGuard(compiled.name());
    this.plans = new PlanCache<>(compiled.options().planCacheCapacity(), evicted -> {});
  }

  @Override
  public List<Port> inputs() {
    return compiled.inputs();
  }

  @Override
  public List<Port> outputs() {
    return compiled.outputs();
  }

  @Override
  public Map<String, Value> run(Map<String, Tensor> inputs) {
    List<String> names = names();
    for (String name : inputs.keySet()) {
      if (!names.contains(name)) {
        throw new UnknownName("no input", name, names);
      }
    }
    Tensor[] slots = new Tensor[names.size()];
    for (int slot = 0; slot < slots.length; slot++) {
      slots[slot] = inputs.get(names.get(slot));
    }
    guard.enter();
    try {
      runGuarded(slots);
      Map<String, Value> outputs = new LinkedHashMap<>();
      for (int index = 0; index < compiled.outputs().size(); index++) {
        outputs.put(compiled.outputs().get(index).name(), Copies.of(last.output(index)));
      }
      return outputs;
    } finally {
      guard.exit();
    }
  }

  @Override
  public void runSlots(Tensor... inputs) {
    guard.enter();
    try {
      runGuarded(inputs);
    } finally {
      guard.exit();
    }
  }

  private void runGuarded(Tensor[] inputs) {
    last = null;
    check(inputs);
    tensors = inputs;
    try {
      last = compiled.dataDependence().isPresent() ? realize() : runPlan();
      runs.setOpaque(runs.getPlain() + 1);
    } finally {
      tensors = null;
    }
  }

  private LastRun runPlan() {
    int rows = commonRows(tensors);
    BoundPlan plan;
    try {
      plan = plan(rows);
    } catch (DataDependentShape e) {
      compiled.markDataDependent(e);
      return realize();
    }
    plan.run(tensors, rows);
    if (plan.hasGrown()) {
      countBytes();
    }
    return plan;
  }

  /** Shapes follow from values that only a run knows: node by node, allocating. */
  private LastRun realize() {
    Map<String, Tensor> named = new LinkedHashMap<>();
    for (int slot = 0; slot < tensors.length; slot++) {
      named.put(contracts.get(slot).name(), tensors[slot]);
    }
    return new RealizedRun(
        List.copyOf(compiled.realize(named).values()), compiled.dataDependence().orElseThrow());
  }

  private void check(Tensor[] inputs) {
    if (inputs.length > contracts.size()) {
      throw new UnknownName("no input", "#" + contracts.size(), names());
    }
    for (int slot = 0; slot < contracts.size(); slot++) {
      if (slot == inputs.length || inputs[slot] == null) {
        throw new UnknownName("missing input", contracts.get(slot).name(), names());
      }
      contracts.get(slot).check(inputs[slot]);
    }
    symbols.check(inputs);
  }

  private List<String> names() {
    return contracts.stream().map(InputContract::name).toList();
  }

  /**
   * The number of rows, where all inputs that may have rows agree on it; otherwise {@link #WHOLE}.
   */
  private int commonRows(Tensor[] inputs) {
    long rows = WHOLE;
    for (int slot = 0; slot < inputs.length; slot++) {
      if (contracts.get(slot).mayHaveRows(inputs[slot])) {
        long own = inputs[slot].layout().dim(0);
        if (rows != WHOLE && rows != own) {
          return WHOLE;
        }
        rows = own;
      }
    }
    return Math.toIntExact(rows);
  }

  private BoundPlan plan(int rows) {
    if (rows == WHOLE || compiled.mixesRows()) {
      return cached(WHOLE);
    }
    BoundPlan rowwise = rowwise(compiled.options().bucket(rows));
    if (rowwise != null) {
      return rowwise;
    }
    BoundPlan whole = cached(WHOLE);
    compiled.markMixesRows();
    return whole;
  }

  /** Null when there is none; the plan for the whole batch then works, or says why not. */
  private BoundPlan rowwise(int upperBound) {
    try {
      return cached(upperBound);
    } catch (DataDependentShape | InvalidOp e) {
      return null;
    }
  }

  private BoundPlan cached(int upperBound) {
    bucket = upperBound;
    key.start(upperBound);
    for (int slot = 0; slot < tensors.length; slot++) {
      InputContract contract = contracts.get(slot);
      key.addInput(tensors[slot], hasRows(slot));
      if (contract.isPlanInput()) {
        key.addValues(tensors[slot]);
      }
    }
    return plans.get(key, planner);
  }

  private boolean hasRows(int slot) {
    return bucket != WHOLE && contracts.get(slot).mayHaveRows(tensors[slot]);
  }

  /** Null when the rows don't stay apart. */
  private BoundPlan bindPlan() {
    List<BoundInput> bound = IntStream.range(0, tensors.length).mapToObj(this::boundInput).toList();
    return compiled
        .plans()
        .plan(bound, bucket)
        .map(made -> new BoundPlan(made, compiled.prepared()))
        .orElse(null);
  }

  private BoundInput boundInput(int slot) {
    Layout layout = tensors[slot].layout();
    long[] dims = layout.dims();
    if (hasRows(slot)) {
      dims[0] = bucket;
    }
    boolean isPlanInput = contracts.get(slot).isPlanInput();
    return new BoundInput(
        layout.isContiguous() ? Layout.contiguous(dims) : Layout.of(dims, layout.strides(), 0),
        hasRows(slot),
        tensors[slot].storage().space(),
        isPlanInput ? Copies.ofIntegers(tensors[slot]) : null);
  }

  @Override
  public Value output(int index) {
    return lastRun().output(index);
  }

  @Override
  public OutputSlot slot(int index) {
    if (output(index) instanceof Tensor tensor) {
      return new OutputSlot(tensor.storage(), tensor.layout().offset(), tensor.layout().elements());
    }
    throw new IllegalArgumentException(
        "output '" + outputs().get(index).name() + "' is no tensor; read it through output(index)");
  }

  private LastRun lastRun() {
    guard.checkIdle();
    if (last == null) {
      throw new IllegalStateException(
          "there are no outputs: nothing ran yet, or the last run failed");
    }
    return last;
  }

  private void countBytes() {
    long bytes = 0;
    for (BoundPlan plan : plans.plans()) {
      bytes += plan.bytes();
    }
    arenaBytes.setOpaque(bytes);
  }

  @Override
  public RunStatistics statistics() {
    return new RunStatistics(
        runs.getOpaque(),
        plans.hits(),
        plans.misses(),
        plans.evictions(),
        arenaBytes.getOpaque(),
        compiled.weightBytes());
  }

  @Override
  public String explain() {
    return lastRun().explain();
  }

  @Override
  public void close() {
    if (guard.close()) {
      plans.clear();
      last = null;
      arenaBytes.setOpaque(0);
    }
  }
}
