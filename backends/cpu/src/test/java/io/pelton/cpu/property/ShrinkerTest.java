package io.pelton.cpu.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.GeneratorOp;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ViewOp;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What branches and symbols shrink to. */
class ShrinkerTest {
  /** Dislikes recipes for what they are. */
  private record Picky(Predicate<Recipe> dislikes) implements Way {
    @Override
    public String name() {
      return "picky";
    }

    @Override
    public boolean takes(Recipe recipe) {
      return true;
    }

    @Override
    public Optional<String> wrong(Recipe recipe, Expected expected) {
      return dislikes.test(recipe) ? Optional.of("disliked") : Optional.empty();
    }
  }

  /** The first recipe that is disliked, made smaller. */
  private static Recipe shrunk(Predicate<Recipe> dislikes) {
    return shrunk(dislikes, dislikes);
  }

  private static Recipe shrunk(Predicate<Recipe> first, Predicate<Recipe> dislikes) {
    Trial trial = new Trial(List.of(new Picky(dislikes)));
    long seed = 0;
    while (!first.test(RandomRecipe.of(seed)) || trial.run(RandomRecipe.of(seed)).isEmpty()) {
      seed++;
    }
    Recipe recipe = RandomRecipe.of(seed);
    return Shrinker.shrink(recipe, trial, trial.run(recipe).orElseThrow());
  }

  /** Nodes that the outputs need. */
  private static <T extends Step> List<T> needed(Recipe recipe, Class<T> sort) {
    Usage usage = Usage.of(recipe);
    return IntStream.range(0, recipe.steps().size())
        .filter(usage::isNeeded)
        .mapToObj(recipe.steps()::get)
        .filter(sort::isInstance)
        .map(sort::cast)
        .toList();
  }

  private static List<Op> ops(Recipe recipe) {
    return needed(recipe, Step.Apply.class).stream().map(Step.Apply::op).toList();
  }

  private static List<Step.Branch> branches(Recipe recipe) {
    return needed(recipe, Step.Branch.class);
  }

  /** True when the arm ends in a transpose. */
  private static boolean isTurned(Recipe recipe, Ref exit) {
    return recipe.steps().get(exit.step()) instanceof Step.Apply apply
        && apply.op() instanceof ViewOp.Transpose;
  }

  @Test
  void aBranchWithAnArmThatIsWrongLosesAllElse() {
    Recipe small =
        shrunk(
            recipe ->
                branches(recipe).stream()
                    .flatMap(branch -> branch.exits().stream().skip(1))
                    .anyMatch(exit -> isTurned(recipe, exit)));
    assertThat(branches(small)).as("%s", small).hasSize(1);
    assertThat(branches(small).get(0).exits()).hasSize(2);
    assertThat(small.scenarios()).hasSize(1);
    assertThat(small.scenarios().get(0).env()).isEmpty();
    assertThat(small.steps()).as("%s", small).hasSizeLessThanOrEqualTo(6);
  }

  @Test
  void aNestedBranchKeepsTheOneAroundIt() {
    Recipe small =
        shrunk(
            recipe ->
                branches(recipe).stream()
                    .flatMap(branch -> branch.exits().stream())
                    .anyMatch(exit -> recipe.steps().get(exit.step()) instanceof Step.Branch));
    assertThat(branches(small)).as("%s", small).hasSize(2);
    assertThat(small.steps()).as("%s", small).hasSizeLessThanOrEqualTo(12);
  }

  @Test
  void ofTheSymbolsTheOneThatIsReadStays() {
    Recipe small =
        shrunk(recipe -> anyOp(recipe, op -> op.symbols().equals(Set.of(Scenario.START))));
    assertThat(small.scenarios()).hasSize(1);
    assertThat(small.scenarios().get(0).env()).containsOnlyKeys(Scenario.START);
    assertThat(ops(small)).as("%s", small).hasSize(1);
  }

  @Test
  void symbolsThatDontMatterBecomeNumbers() {
    Recipe small =
        shrunk(
            recipe -> anyOp(recipe, op -> op.symbols().contains(Scenario.LENGTH)),
            recipe -> anyOp(recipe, op -> op instanceof GeneratorOp));
    assertThat(ops(small)).as("%s", small).hasSize(1);
    assertThat(ops(small).get(0).symbols()).isEmpty();
    assertThat(small.scenarios().get(0).env()).isEmpty();
  }

  private static boolean anyOp(Recipe recipe, Predicate<Op> fits) {
    return ops(recipe).stream().anyMatch(fits);
  }
}
