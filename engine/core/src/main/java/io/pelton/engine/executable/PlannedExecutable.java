package io.pelton.engine.executable;

import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.bind.HostCopies;
import io.pelton.engine.bind.LastRun;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Runs plans out of a cache, one per bucket of rows and shape of inputs, or several in turn. */
final class PlannedExecutable implements ExecutableGraph {
  private final CompiledGraph compiled;
  private final List<InputContract> contracts;
  private final SymbolCheck symbols;
  private final ExecutionGuard guard;
  private final RunState state = new RunState();
  private final OwnParameters parameters;
  private final Binding binding;
  private final AtomicLong runs = new AtomicLong();
  private final AtomicLong arenaBytes = new AtomicLong();
  private LastRun last;

  PlannedExecutable(CompiledGraph compiled, ParameterValues values) {
    this.compiled = compiled;
    this.contracts = compiled.contracts();
    this.symbols = new SymbolCheck(contracts);
    this.guard =
        new ExecutionGuard(
            "executable '" + compiled.name() + "'",
            "Use one executable a thread (newExecutable() shares the weights).");
    this.parameters = new OwnParameters(compiled, guard, values, this::unbind);
    this.binding = new Binding(parameters::program, state);
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
        outputs.put(compiled.outputs().get(index).name(), HostCopies.of(last.output(index)));
      }
      return outputs;
    } finally {
      guard.exit();
    }
  }

  @Override
  public Map<String, Value> run(Map<String, Tensor> inputs, int... read) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T extends ExecutableCapability> Optional<T> capability(Class<T> type) {
    boolean isDeclared = type == Parameters.class && !compiled.parameters().isEmpty();
    return isDeclared ? Optional.of(type.cast(parameters)) : Optional.empty();
  }

  /** Its plans have other weights than what runs next. */
  private void unbind() {
    last = null;
    binding.close();
    countBytes();
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
    BoundProgram bound = binding.bound();
    bound.program().plans().checkUnchanged();
    check(inputs);
    Optional<DataDependentShape> reason = bound.program().dataDependence();
    last =
        reason.isPresent() ? runSegments(bound, inputs, reason.get()) : runPlan(bound, inputs);
    runs.setOpaque(runs.getPlain() + 1);
  }

  private LastRun runPlan(BoundProgram bound, Tensor[] inputs) {
    BoundPlan plan;
    try {
      plan = bound.lookup().find(inputs);
    } catch (DataDependentShape e) {
      bound.program().markDataDependent(e);
      return runSegments(bound, inputs, e);
    }
    plan.run(inputs, bound.lookup().rows());
    if (plan.hasGrown()) {
      countBytes();
    }
    return plan;
  }

  private LastRun runSegments(
      BoundProgram bound, Tensor[] inputs, DataDependentShape reason) {
    try {
      return bound.segments().run(inputs, reason);
    } finally {
      countBytes();
    }
  }

  private void check(Tensor[] inputs) {
    if (inputs.length > contracts.size()) {
      throw new UnknownName("no input", "#" + contracts.size(), names());
    }
    for (int slot = 0; slot < contracts.size(); slot++) {
      if (slot == inputs.length || inputs[slot] == null) {
        throw new UnknownName("missing input", contracts.get(slot).name(), names());
      }
      contracts.get(slot).checkOnHost(inputs[slot]);
      contracts.get(slot).check(inputs[slot]);
    }
    symbols.check(inputs);
    compiled.states().check(inputs);
  }

  private List<String> names() {
    return contracts.stream().map(InputContract::name).toList();
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
    arenaBytes.setOpaque(binding.bytes());
  }

  @Override
  public RunStatistics statistics() {
    return new RunStatistics(
        runs.getOpaque(),
        binding.hits(),
        binding.misses(),
        binding.evictions(),
        arenaBytes.getOpaque(),
        parameters.bytes());
  }

  @Override
  public String explain() {
    return lastRun().explain();
  }

  @Override
  public void close() {
    if (guard.close()) {
      binding.close();
      parameters.close();
      state.close();
      last = null;
      arenaBytes.setOpaque(0);
    }
  }
}
