package io.pelton.cpu.property;

import io.pelton.cpu.property.naive.Grid;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is left in session state after a run. Where several nodes rewrite the same contents, or one
 * that need not run, it is open what happens in place, and nothing is expected.
 */
final class States {
  private final Recipe recipe;
  private final Map<Integer, Ref> last = new LinkedHashMap<>();

  /** True where the graph may write what it was given. */
  static boolean isKept(Recipe recipe) {
    return recipe.steps().stream()
        .anyMatch(step -> step instanceof Step.Input input && input.isSession());
  }

  States(Recipe recipe) {
    this.recipe = recipe;
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
  }

  /** Compares the memory that a run was given with what it should have left there. */
  Optional<String> difference(int scenario, Map<String, Tensor> inputs) {
    for (Map.Entry<Integer, Ref> state : last.entrySet()) {
      Grid expected = recipe.evaluate(scenario, List.of(state.getValue())).get(0);
      String name = Recipe.name(state.getKey());
      Optional<String> difference = expected.difference(Grid.of(inputs.get(name)));
      if (difference.isPresent()) {
        return difference.map(reason -> "state " + name + ": " + reason);
      }
    }
    return Optional.empty();
  }
}
