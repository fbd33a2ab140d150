package io.pelton.cpu.property;

import io.pelton.cpu.property.naive.Grid;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Parameters;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compiled once, with constants and inputs of fixed shapes as parameters, which every scenario sets
 * anew.
 */
record Declared(Machine machine) implements Way {
  @Override
  public String name() {
    return "with parameters " + machine.name();
  }

  @Override
  public boolean takes(Recipe recipe) {
    return !recipe.needsEnv() && recipe.steps().stream().anyMatch(Declared::mayBeDeclared);
  }

  private static boolean mayBeDeclared(Step step) {
    return isWeight(step) || (step instanceof Step.Input input && isParameter(input));
  }

  /** Integers may be lengths without which the graph can't be built. */
  private static boolean isWeight(Step step) {
    return step instanceof Step.Constant constant && !constant.tensor().dtype().isInteger();
  }

  private static boolean isParameter(Step.Input input) {
    return !input.isSession() && input.type().shape().extents().stream().allMatch(Extent::isFixed);
  }

  private static Recipe opened(Recipe recipe) {
    List<Step> steps =
        recipe.steps().stream()
            .map(step -> isWeight(step) ? input((Step.Constant) step, recipe) : step)
            .toList();
    return new Recipe(recipe.scenarios(), steps, recipe.outputs());
  }

  private static Step input(Step.Constant constant, Recipe recipe) {
    Tensor tensor = constant.tensor();
    TensorType type = ValueType.tensor(tensor.dtype(), Shape.fixed(tensor.dims()));
    return new Step.Input(type, false, Collections.nCopies(recipe.scenarios().size(), tensor));
  }

  @Override
  public Optional<String> wrong(Recipe recipe, Expected expected) {
    Recipe open = opened(recipe);
    NamedGraph named = machine.build(open);
    for (int at = 0; at < open.steps().size(); at++) {
      if (open.steps().get(at) instanceof Step.Input input && isParameter(input)) {
        named.graph().markParameter(named.inputs().get(Recipe.name(at)));
      }
    }
    CompileOptions options = CompileOptions.on(machine.devices()).withPlanning(machine.planning());
    try (CompiledGraph compiled = CompiledGraph.compile(named, options, RuleRegistry::exact);
        ExecutableGraph executable = compiled.newExecutable()) {
      Parameters parameters = executable.capability(Parameters.class).orElseThrow();
      for (int scenario = 0; scenario < recipe.scenarios().size(); scenario++) {
        Map<String, Tensor> inputs = new LinkedHashMap<>(open.inputs(scenario));
        for (Port port : parameters.declared()) {
          parameters.set(port.name(), Grid.of(inputs.remove(port.name())).toTensor());
        }
        Optional<String> difference = run(executable, scenario, inputs, recipe, expected);
        if (difference.isPresent()) {
          return difference;
        }
      }
    }
    return machine.left();
  }

  private Optional<String> run(
      ExecutableGraph executable,
      int scenario,
      Map<String, Tensor> inputs,
      Recipe recipe,
      Expected expected) {
    try {
      executable.capability(Parameters.class).orElseThrow().finalizeParameters();
      Map<String, Value> found = executable.run(inputs);
      return expected
          .difference(scenario, List.copyOf(found.values()), inputs)
          .map(reason -> reason + "\n" + executable.explain());
    } catch (DataDependentShape e) {
      // only what the host can run node by node is run without a plan
      boolean isHost =
          !machine.isPlaced() && machine.planning().pinned().equals(Optional.of(Machines.HOST));
      if (isHost && !Expected.keepsState(recipe)) {
        throw e;
      }
      return Optional.empty();
    }
  }
}
