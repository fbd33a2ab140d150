package io.pelton.cpu.property;

import io.pelton.engine.contract.GuardedMemory;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.OutputTargets;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compiled, with outputs in memory of the caller: some on the heap, some native, some neither. */
record Targeted(Machine machine) implements Way {
  /** Memory that is used in turn; the third is the executable's own. */
  private static final int MEMORIES = 3;

  @Override
  public String name() {
    return "targeted " + machine.name();
  }

  @Override
  public boolean takes(Recipe recipe) {
    return !recipe.needsEnv();
  }

  @Override
  public Optional<String> wrong(Recipe recipe, Expected expected) {
    CompileOptions options = CompileOptions.on(machine.devices()).withPlanning(machine.planning());
    try (CompiledGraph compiled =
            CompiledGraph.compile(machine.build(recipe), options, RuleRegistry::exact);
        ExecutableGraph plain = compiled.newExecutable();
        ExecutableGraph executable = compiled.newExecutable()) {
      for (int scenario = 0; scenario < recipe.scenarios().size(); scenario++) {
        List<Value> shapes;
        try {
          shapes = List.copyOf(plain.run(recipe.inputs(scenario)).values());
        } catch (DataDependentShape e) {
          return Optional.empty();
        }
        for (int first = 0; first < MEMORIES; first++) {
          Optional<String> wrong = wrong(recipe, expected, scenario, executable, shapes, first);
          if (wrong.isPresent()) {
            return wrong.map(reason -> reason + "\n" + executable.explain());
          }
        }
      }
    }
    return machine.left();
  }

  /**
   * @param shapes the outputs, elsewhere
   * @param first the memory of the first output
   */
  private static Optional<String> wrong(
      Recipe recipe,
      Expected expected,
      int scenario,
      ExecutableGraph executable,
      List<Value> shapes,
      int first) {
    OutputTargets targets = executable.capability(OutputTargets.class).orElseThrow();
    List<GuardedMemory> memories = new ArrayList<>();
    for (int output = 0; output < shapes.size(); output++) {
      Tensor like = (Tensor) shapes.get(output);
      int kind = (first + output) % MEMORIES;
      if (kind == 2) {
        targets.unbind(output);
      } else {
        GuardedMemory memory =
            kind == 0
                ? GuardedMemory.onHeap(like.dtype(), like.dims())
                : GuardedMemory.outside(like.dtype(), like.dims());
        targets.bind(output, memory.tensor());
        memories.add(memory);
      }
    }
    Map<String, Tensor> inputs = recipe.inputs(scenario);
    executable.run(inputs);
    List<Value> found = new ArrayList<>();
    int bound = 0;
    for (int output = 0; output < shapes.size(); output++) {
      boolean isOwn = (first + output) % MEMORIES == 2;
      found.add(isOwn ? executable.output(output) : memories.get(bound++).tensor());
    }
    try {
      memories.forEach(memory -> memory.assertUntouchedBeyond(memory.tensor().layout().elements()));
    } catch (AssertionError e) {
      return Optional.of("memory beside a target was written: " + e.getMessage());
    }
    return expected.difference(scenario, found, inputs);
  }
}
