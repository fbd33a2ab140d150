package io.pelton.cpu.property;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compiled once for all scenarios. No caller says there what symbols stand for, and arm 0 is taken.
 *
 * @param isPlaced nodes go where they wish
 * @param first which arm is arm 0
 */
record Compiled(
    String name, SecondDevice second, CompileOptions options, boolean isPlaced, int first)
    implements Way {
  @Override
  public boolean takes(Recipe recipe) {
    return !recipe.needsEnv();
  }

  private boolean isHost() {
    return !isPlaced && options.planning().pinned().equals(Optional.of(Machines.HOST));
  }

  /** Every batch once, then the first again, which finds its plan. */
  @Override
  public Optional<String> wrong(Recipe recipe, Expected expected) {
    int scenarios = recipe.scenarios().size();
    try (CompiledGraph compiled =
            CompiledGraph.compile(recipe.build(isPlaced, first), options, RuleRegistry::exact);
        ExecutableGraph executable = compiled.newExecutable()) {
      for (int run = 0; run <= scenarios; run++) {
        Map<String, Tensor> inputs = recipe.inputs(run % scenarios);
        Map<String, Value> found;
        try {
          found = executable.run(inputs);
        } catch (DataDependentShape e) {
          // only what the host can run node by node is run without a plan
          if (isHost() && !Expected.keepsState(recipe)) {
            throw e;
          }
          return Optional.empty();
        }
        Optional<String> difference =
            expected.difference(run % scenarios, List.copyOf(found.values()), inputs);
        if (difference.isPresent()) {
          return difference.map(reason -> reason + "\n" + executable.explain());
        }
      }
    }
    return left();
  }

  private Optional<String> left() {
    int live = second.memory().liveAllocations();
    return live == 0
        ? Optional.empty()
        : Optional.of(live + " allocations are left on " + Machines.SECOND);
  }
}
