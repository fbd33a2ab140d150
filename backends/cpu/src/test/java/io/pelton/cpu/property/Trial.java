package io.pelton.cpu.property;

import io.pelton.cpu.property.Machines.Way;
import io.pelton.cpu.property.naive.Grid;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.realize.NodeByNode;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Runs a recipe in every way and compares with the naive evaluator. */
final class Trial {
  private final List<Way> ways;

  Trial(List<Way> ways) {
    this.ways = ways;
  }

  /** The first thing that is wrong; empty where all agrees. */
  Optional<String> run(Recipe recipe) {
    List<List<Grid>> expected =
        IntStream.range(0, recipe.scenarios().size())
            .mapToObj(scenario -> recipe.evaluate(scenario, recipe.outputs()))
            .toList();
    List<Grid> sources = sources(recipe);
    Optional<String> wrong = guarded("node by node", () -> realize(recipe, expected));
    for (Way way : ways) {
      if (wrong.isEmpty()) {
        wrong = guarded(way.name(), () -> plan(recipe, expected, way));
      }
      int live = way.second().memory().liveAllocations();
      if (live > 0 && wrong.isEmpty()) {
        wrong = Optional.of(way + ": " + live + " allocations are left on " + Machines.SECOND);
      }
    }
    if (wrong.isPresent()) {
      return wrong;
    }
    List<Grid> after = sources(recipe);
    return IntStream.range(0, sources.size())
        .mapToObj(i -> sources.get(i).difference(after.get(i)))
        .flatMap(Optional::stream)
        .map(difference -> "an input or constant was written: " + difference)
        .findFirst();
  }

  /** What runs in one way. */
  private interface Run {
    Optional<String> wrong();
  }

  private static Optional<String> guarded(String way, Run run) {
    try {
      return run.wrong().map(reason -> way + ": " + reason);
    } catch (RuntimeException e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      return Optional.of(way + ": " + trace);
    }
  }

  private static List<Grid> sources(Recipe recipe) {
    List<Grid> sources = new ArrayList<>();
    for (Step step : recipe.steps()) {
      if (step instanceof Step.Input input) {
        input.data().forEach(data -> sources.add(Grid.of(data)));
      } else if (step instanceof Step.Constant constant) {
        sources.add(Grid.of(constant.tensor()));
      }
    }
    return sources;
  }

  private static Optional<String> realize(Recipe recipe, List<List<Grid>> expected) {
    NamedGraph named = recipe.build(false);
    for (int scenario = 0; scenario < expected.size(); scenario++) {
      Map<String, Value> found =
          NodeByNode.of(named)
              .inputs(recipe.inputs(scenario))
              .realize(new Evaluator(Cpu.BACKEND, new Prepared()));
      Optional<String> difference = difference(expected.get(scenario), found);
      if (difference.isPresent()) {
        String where = "scenario " + scenario + ", ";
        return difference.map(where::concat);
      }
    }
    return Optional.empty();
  }

  /** Every batch once, then the first again, which finds its plan. */
  private static Optional<String> plan(Recipe recipe, List<List<Grid>> expected, Way way) {
    States states = new States(recipe);
    try (CompiledGraph compiled =
            CompiledGraph.compile(
                recipe.build(way.isPlaced()), way.options(), RuleRegistry::exact);
        ExecutableGraph executable = compiled.newExecutable()) {
      for (int run = 0; run <= expected.size(); run++) {
        int scenario = run % expected.size();
        Map<String, Tensor> inputs = recipe.inputs(scenario);
        Map<String, Value> found;
        try {
          found = executable.run(inputs);
        } catch (DataDependentShape e) {
          // only what the host can run node by node is run without a plan
          if (way.isHost() && !States.isKept(recipe)) {
            throw e;
          }
          return Optional.empty();
        }
        Optional<String> difference =
            difference(expected.get(scenario), found).or(() -> states.difference(scenario, inputs));
        if (difference.isPresent()) {
          return difference.map(
              reason -> "scenario " + scenario + ", " + reason + "\n" + executable.explain());
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> difference(List<Grid> expected, Map<String, Value> found) {
    for (int i = 0; i < expected.size(); i++) {
      Grid output = Grid.of((Tensor) found.get("out" + i));
      Optional<String> difference = expected.get(i).difference(output);
      if (difference.isPresent()) {
        int index = i;
        return difference.map(reason -> "output " + index + ": " + reason);
      }
    }
    return Optional.empty();
  }
}
