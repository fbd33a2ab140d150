package io.pelton.engine.executable;

import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.bind.ElementCopies;
import io.pelton.engine.bind.LastRun;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Runs plans out of a cache, one per bucket of rows and shape of inputs, or several in turn. */
final class PlannedExecutable implements ExecutableGraph {
  private final CompiledGraph compiled;
  private final ExecutionGuard guard;
  private final RunState state;
  private final OwnParameters parameters;
  private final Binding binding;
  private final HandleTable handles;
  private final FeedTable feeds;
  private final CacheRows cacheRows;
  private final RowExtent extent;
  private final RunInputs runInputs;
  private final ElementCopies copies;
  private final RunOutputs lastOutputs;
  private final TargetTable targets;
  private final Capabilities capabilities;
  private final AtomicLong runs = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();
  private final AtomicLong heldBytes = new AtomicLong();

  /**
   * @param values of its parameters, to start with
   */
  PlannedExecutable(CompiledGraph compiled, ParameterValues values) {
    this.compiled = compiled;
    this.state = new RunState(compiled.options().intraOpThreads());
    List<InputContract> contracts = compiled.contracts();
    this.guard =
        new ExecutionGuard(
            subject(), "Use one executable a thread (newExecutable() shares the weights).");
    this.parameters = new OwnParameters(compiled, guard, values, this::unbind);
    this.binding = new Binding(parameters::program, state);
    Devices devices = compiled.options().devices();
    Evaluator packing = new Evaluator(devices.host().backend(), new Prepared());
    this.copies = new ElementCopies(devices, state, packing);
    Device resident =
        compiled.options().planning().pinned().map(devices::get).orElse(devices.host());
    this.handles = new HandleTable(contracts, resident, copies, this::countBytes);
    this.feeds = new FeedTable(this, handles);
    this.cacheRows = new CacheRows(this, handles);
    this.extent = new RowExtent(guard, contracts, this::leavesRowsOut);
    this.runInputs = new RunInputs(contracts, handles, extent, compiled.states());
    this.lastOutputs = new RunOutputs(compiled.outputs(), state, copies);
    this.targets = new TargetTable(guard, compiled.outputs(), binding, lastOutputs::settle);
    this.capabilities = capabilities();
    state.whenFailed(this::forget);
  }

  private Capabilities capabilities() {
    Capabilities all = new Capabilities();
    all.add(Forking.class, this::fork);
    all.add(OutputRows.class, this::readRow);
    if (compiled.outputs().stream().anyMatch(TargetTable::takes)) {
      all.add(OutputTargets.class, targets);
    }
    all.add(Pipelining.class, new Pipelined(this, copies));
    if (compiled.isRandom()) {
      all.add(RandomNumbers.class, new SeededNumbers(guard, state));
    }
    if (!inputs().isEmpty()) {
      all.add(Handles.class, new HostHandles(guard, handles));
      all.add(ResidentHandles.class, new DeviceHandles(guard, handles));
      all.add(HandleFeeds.class, feeds);
      all.add(KvRows.class, cacheRows);
    }
    if (!compiled.parameters().isEmpty()) {
      all.add(Parameters.class, parameters);
    }
    if (compiled.hasExperts()) {
      all.add(ExpertPlacement.class, new Experts(guard, state));
    }
    if (compiled.contracts().stream().anyMatch(InputContract::mayHaveRows)) {
      all.add(ActiveExtent.class, extent);
    }
    return all;
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
  public <T extends ExecutableCapability> Optional<T> capability(Class<T> type) {
    if (type == Pipelining.class && compiled.runsInSegments()) {
      return Optional.empty();
    }
    return capabilities.get(type);
  }

  /** As messages name it. */
  String subject() {
    return "executable '" + compiled.name() + "'";
  }

  /**
   * Executables of one program compute alike.
   *
   * @throws io.pelton.engine.error.ParametersPending when there is none yet
   */
  Program program() {
    return parameters.program();
  }

  /** Says that contents of handles are written or are going to be, other than by a handle's own. */
  void countWrite() {
    writes.setOpaque(writes.getPlain() + 1);
  }

  /** Runs that began, and what else {@link #countWrite} was told of. */
  long writes() {
    return writes.getOpaque();
  }

  /** True when the input is session state, which runs write. */
  boolean isState(int slot) {
    return compiled.states().isState(slot);
  }

  ExecutionGuard guard() {
    return guard;
  }

  RunInputs runInputs() {
    return runInputs;
  }

  CacheRows cacheRows() {
    return cacheRows;
  }

  boolean isOf(CompiledGraph graph) {
    return compiled == graph;
  }

  /**
   * The plan of a run on these inputs, made where it is missing; empty where there are several.
   *
   * @param given by slot, null where left out
   */
  Optional<Plan> planFor(Tensor... given) {
    return guard.within(
        () -> {
          // whose plan may have to make room
          lastOutputs.forget();
          BoundProgram bound = binding.bound();
          Tensor[] inputs = runInputs.of(given);
          try {
            return bound.program().dataDependence().isPresent()
                ? Optional.empty()
                : Optional.of(bound.lookup().find(inputs).plan());
          } catch (DataDependentShape e) {
            bound.program().markDataDependent(e);
            return Optional.empty();
          }
        });
  }

  private ExecutableGraph fork() {
    return guard.within(
        () -> {
          PlannedExecutable fork = new PlannedExecutable(compiled, parameters.values());
          fork.state.takeSettings(state);
          return fork;
        });
  }

  /** The plans have other weights than what runs next. */
  private void unbind() {
    lastOutputs.settle();
    lastOutputs.forget();
    extent.forget();
    binding.close();
    countBytes();
  }

  private boolean leavesRowsOut(int upper) {
    return new PlanPreview(parameters.program(), upper, Map.of())
        .preview()
        .plan()
        .map(Plan::leavesRowsOut)
        .orElse(false);
  }

  @Override
  public Map<String, Value> run(Map<String, Tensor> inputs) {
    return run(inputs, IntStream.range(0, outputs().size()).toArray());
  }

  @Override
  public Map<String, Value> run(Map<String, Tensor> inputs, int... read) {
    Tensor[] slots = runInputs.bySlot(inputs);
    BitSet indices = new BitSet();
    for (int index : read) {
      Ends.output(outputs(), index);
      indices.set(index);
    }
    return guard.within(
        () -> {
          keepResident(indices);
          try {
            run(slots, true);
          } finally {
            keepResident();
          }
          Map<String, Value> outputs = new LinkedHashMap<>();
          for (int index : read) {
            outputs.put(outputs().get(index).name(), lastOutputs.copy(index));
          }
          return outputs;
        });
  }

  /** Leaves outputs that feed handles on the device, and those that nobody is going to read. */
  private void keepResident(BitSet read) {
    BitSet resident = new BitSet();
    resident.set(0, outputs().size());
    resident.andNot(read);
    keepResident(resident, feeds, cacheRows);
  }

  /** Leaves all outputs where they are computed. */
  void keepAllResident() {
    keepResident(new BitSet());
  }

  /** Leaves outputs that feed handles on the device. */
  void keepResident() {
    keepResident(new BitSet(), feeds, cacheRows);
  }

  private void keepResident(BitSet resident, FeedTable feedTable, CacheRows rows) {
    if (compiled.options().devices().all().size() > 1) {
      feedTable.addTo(resident);
      rows.addTo(resident);
      binding.keepResident(resident);
    }
  }

  @Override
  public void runSlots(Tensor... inputs) {
    guard.enter();
    try {
      run(inputs, true);
    } finally {
      guard.exit();
    }
  }

  /** Runs without waiting for what is left to be done on devices. */
  void enqueue(Tensor[] given) {
    run(given, false);
  }

  private void run(Tensor[] given, boolean waits) {
    lastOutputs.begin(waits);
    countWrite();
    state.begin();
    BoundProgram bound = binding.bound();
    bound.program().plans().checkUnchanged();
    Tensor[] inputs = runInputs.of(given);
    Optional<DataDependentShape> reason = bound.program().dataDependence();
    LastRun last =
        reason.isPresent()
            ? runSegments(bound, inputs, reason.get())
            : runPlan(bound, inputs, waits);
    feeds.apply(last, waits);
    lastOutputs.are(last);
    runs.setOpaque(runs.getPlain() + 1);
  }

  private LastRun runPlan(BoundProgram bound, Tensor[] inputs, boolean waits) {
    PlanLookup lookup = bound.lookup();
    BoundPlan plan;
    try {
      plan = lookup.find(inputs);
    } catch (DataDependentShape e) {
      bound.program().markDataDependent(e);
      return runSegments(bound, inputs, e);
    }
    checkApart(plan, inputs);
    if (!targets.isEmpty()) {
      targets.check(plan.plan(), lookup.rows(), inputs);
      plan.writeTo(targets.tensors());
    }
    plan.enqueue(inputs, lookup.rows(), extent.of(lookup.rows()));
    if (waits) {
      plan.await();
    }
    if (plan.hasGrown()) {
      countBytes();
    }
    return plan;
  }

  /** Outputs of a run lie where the next one writes. */
  private void checkApart(BoundPlan plan, Tensor[] inputs) {
    for (int slot = 0; slot < inputs.length; slot++) {
      if (plan.holds(inputs[slot].storage())) {
        throw new InputMismatch(
            inputs().get(slot).name(),
            "memory",
            "its own",
            "that of an output, which this run writes; give a copy");
      }
    }
  }

  private LastRun runSegments(BoundProgram bound, Tensor[] inputs, DataDependentShape reason) {
    state.await();
    targets.checkApart(inputs);
    try {
      LastRun run = bound.segments().run(inputs, reason);
      targets.fill(run, copies);
      return run;
    } finally {
      countBytes();
    }
  }

  @Override
  public Value output(int index) {
    guard.enter();
    try {
      return lastOutputs.onHost(index);
    } finally {
      guard.exit();
    }
  }

  @Override
  public OutputSlot slot(int index) {
    guard.enter();
    try {
      return lastOutputs.slot(index);
    } finally {
      guard.exit();
    }
  }

  private Tensor readRow(int output, long row) {
    return guard.within(() -> lastOutputs.row(output, row));
  }

  /** Of runs in flight, some failed. */
  private void forget() {
    lastOutputs.forget();
    handles.dropUnsettled();
  }

  /** Outputs of the last run, and what is in flight. */
  RunOutputs lastOutputs() {
    return lastOutputs;
  }

  private void countBytes() {
    heldBytes.setOpaque(handles.bytes() + binding.bytes());
  }

  @Override
  public RunStatistics statistics() {
    return new RunStatistics(
        runs.getOpaque(),
        binding.hits(),
        binding.misses(),
        binding.evictions(),
        heldBytes.getOpaque(),
        parameters.bytes());
  }

  @Override
  public String explain() {
    return guard.within(() -> lastOutputs.run().explain());
  }

  @Override
  public void close() {
    if (guard.close()) {
      state.close();
      binding.close();
      parameters.close();
      handles.close();
      targets.close();
      lastOutputs.forget();
      runInputs.forget();
      heldBytes.setOpaque(0);
    }
  }
}
