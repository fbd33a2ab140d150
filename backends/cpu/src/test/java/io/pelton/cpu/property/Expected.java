package io.pelton.cpu.property;

import io.pelton.cpu.property.naive.Grid;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the naive evaluator makes of a recipe, by scenario: its outputs and what is left in session
 * state. Where several nodes rewrite the same contents, or one that need not run, it is open what
 * happens in place, and nothing is expected.
 */
final class Expected {
  private final Recipe recipe;
  private final List<String> states = new ArrayList<>();
  private final List<List<Grid>> grids = new ArrayList<>();

  /** True where the graph may write what it was given. */
  static boolean keepsState(Recipe recipe) {
    return recipe.steps().stream()
        .anyMatch(step -> step instanceof Step.Input input && input.isSession());
  }

  Expected(Recipe recipe) {
    this.recipe = recipe;
    List<Ref> targets = new ArrayList<>(recipe.outputs());
    last(recipe)
        .forEach(
            (state, left) -> {
              states.add(Recipe.name(state));
              targets.add(left);
            });
    for (int scenario = 0; scenario < recipe.scenarios().size(); scenario++) {
      grids.add(recipe.evaluate(scenario, targets));
    }
  }

  /** By input, what is in its memory after a run. */
  private static Map<Integer, Ref> last(Recipe recipe) {
    Map<Integer, Ref> last = new LinkedHashMap<>();
    Usage usage = Usage.of(recipe);
    Usage sure = Usage.sure(recipe);
    for (int at = 0; at < recipe.steps().size(); at++) {
      if (recipe.steps().get(at) instanceof Step.Input input && input.isSession()) {
        Optional<Ref> rewritten = usage.rewritten(at);
        if (rewritten.isPresent() && rewritten.equals(sure.rewritten(at))) {
          last.put(at, rewritten.get());
        }
      }
    }
    return last;
  }

  /** Compares one output of a run with what it should have been. */
  Optional<String> outputDifference(int scenario, int output, Tensor found) {
    return grids
        .get(scenario)
        .get(output)
        .difference(Grid.of(found))
        .map(reason -> "scenario " + scenario + ", output " + output + ": " + reason);
  }

  /**
   * Compares what a run found and what it left with what it should have.
   *
   * @param found the outputs, in order
   * @param inputs what the run was given
   */
  Optional<String> difference(
      int scenario, List<? extends Value> found, Map<String, Tensor> inputs) {
    List<Grid> expected = grids.get(scenario);
    int outputs = recipe.outputs().size();
    for (int at = 0; at < expected.size(); at++) {
      boolean isOutput = at < outputs;
      String name = isOutput ? "output " + at : "state " + states.get(at - outputs);
      Tensor tensor = isOutput ? (Tensor) found.get(at) : inputs.get(states.get(at - outputs));
      Optional<String> difference = expected.get(at).difference(Grid.of(tensor));
      if (difference.isPresent()) {
        return difference.map(reason -> "scenario " + scenario + ", " + name + ": " + reason);
      }
    }
    return Optional.empty();
  }
}
