package io.pelton.cpu.property;

import io.pelton.cpu.property.naive.Grid;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Makes a recipe that fails smaller for as long as it fails. */
final class Shrinker {
  private static final int MAX_TRIES = 400;
  private static final int MAX_SOURCES = 6;

  private final Predicate<Recipe> fails;
  private Recipe best;
  private int tries;

  private Shrinker(Recipe recipe, Predicate<Recipe> fails) {
    this.fails = fails;
    this.best = recipe;
  }

  /**
   * A recipe that fails alike.
   *
   * @param wrong what the trial says of the recipe
   */
  static Recipe shrink(Recipe recipe, Trial trial, String wrong) {
    String kind = kind(wrong);
    return new Shrinker(
            recipe,
            smaller -> trial.run(smaller).map(Shrinker::kind).filter(kind::equals).isPresent())
        .shrink();
  }

  /** What remains the same while a recipe shrinks. */
  private static String kind(String wrong) {
    String line = wrong.lines().findFirst().orElseThrow().replaceAll("[0-9]+", "");
    return line.substring(0, Math.min(line.length(), 60));
  }

  private Recipe shrink() {
    attempt(pruned(best));
    boolean isSmaller = true;
    while (isSmaller && tries < MAX_TRIES) {
      isSmaller = dropOutputs();
      isSmaller |= raiseOutputs();
      isSmaller |= dropScenarios();
      isSmaller |= dropArms();
      isSmaller |= cutNodes();
      isSmaller |= skipNodes();
      isSmaller |= dropWishes();
      isSmaller |= dropSymbols();
    }
    return best;
  }

  private boolean attempt(Recipe candidate) {
    if (!isGraph(candidate)) {
      return false;
    }
    tries++;
    if (tries <= MAX_TRIES && fails.test(candidate)) {
      best = candidate;
      return true;
    }
    return false;
  }

  /** False where what is left contradicts itself, or has a branch without a choice. */
  private static boolean isGraph(Recipe candidate) {
    for (Step step : candidate.steps()) {
      if (step instanceof Step.Branch branch && branch.exits().stream().distinct().count() == 1) {
        return false;
      }
    }
    try {
      candidate.build();
      return true;
    } catch (EngineException e) {
      return false;
    }
  }

  private boolean dropOutputs() {
    boolean isSmaller = false;
    for (int i = best.outputs().size() - 1; i >= 0 && best.outputs().size() > 1; i--) {
      List<Ref> outputs = new ArrayList<>(best.outputs());
      outputs.remove(i);
      isSmaller |= attempt(pruned(new Recipe(best.scenarios(), best.steps(), outputs)));
    }
    return isSmaller;
  }

  /** What an output is made from takes its place. */
  private boolean raiseOutputs() {
    boolean isSmaller = false;
    for (int i = 0; i < best.outputs().size(); i++) {
      for (Ref operand : earlier(best.outputs().get(i))) {
        List<Ref> outputs = new ArrayList<>(best.outputs());
        outputs.set(i, operand);
        if (attempt(pruned(new Recipe(best.scenarios(), best.steps(), outputs)))) {
          isSmaller = true;
          break;
        }
      }
    }
    return isSmaller;
  }

  /** What a value is made from, or comes after. */
  private List<Ref> earlier(Ref value) {
    Step step = best.steps().get(value.step());
    List<Ref> earlier = new ArrayList<>(step.operands());
    if (step instanceof Step.Apply apply) {
      apply.after().forEach(at -> earlier.add(new Ref(at, 0)));
    }
    earlier.removeIf(Ref::isAbsent);
    return earlier;
  }

  private boolean dropScenarios() {
    boolean isSmaller = false;
    for (int i = best.scenarios().size() - 1; i >= 0 && best.scenarios().size() > 1; i--) {
      int dropped = i;
      List<Step> steps =
          best.steps().stream()
              .map(
                  step ->
                      step instanceof Step.Input input
                          ? new Step.Input(
                              input.type(), input.isSession(), without(dropped, input.data()))
                          : step)
              .toList();
      isSmaller |= attempt(new Recipe(without(dropped, best.scenarios()), steps, best.outputs()));
    }
    return isSmaller;
  }

  private static <T> List<T> without(int index, List<T> list) {
    List<T> left = new ArrayList<>(list);
    left.remove(index);
    return left;
  }

  /** A node that gives way to an input with its value takes along what only it reads. */
  private boolean cutNodes() {
    boolean isSmaller = false;
    for (int at = best.steps().size() - 1; at >= 0; at--) {
      if (at < best.steps().size() && best.steps().get(at) instanceof Step.Apply) {
        Optional<Recipe> cut = cut(at);
        isSmaller |= cut.isPresent() && attempt(pruned(cut.get()));
      }
    }
    return isSmaller;
  }

  private Optional<Recipe> cut(int at) {
    NamedGraph named = best.build();
    NodeId node = new NodeId(at);
    if (named.graph().types(node).size() != 1 || best.outputs().contains(new Ref(at, 0))) {
      return Optional.empty();
    }
    TensorType type = (TensorType) named.graph().type(new ValueId(node, 0));
    if (!type.shape().isRanked()) {
      return Optional.empty();
    }
    List<Tensor> data =
        IntStream.range(0, best.scenarios().size())
            .mapToObj(scenario -> best.evaluate(scenario, List.of(new Ref(at, 0))).get(0))
            .map(Grid::toTensor)
            .toList();
    List<Step> steps = new ArrayList<>(best.steps());
    steps.set(at, new Step.Input(type, false, data));
    return Optional.of(new Recipe(best.scenarios(), steps, best.outputs()));
  }

  /** A branch gives way to one of its arms, or has fewer. */
  private boolean dropArms() {
    boolean isSmaller = false;
    for (int at = best.steps().size() - 1; at >= 0; at--) {
      for (int arm = 0; branch(at).isPresent() && arm < branch(at).get().exits().size(); arm++) {
        isSmaller |= attempt(redirected(new Ref(at, 0), branch(at).get().exits().get(arm)));
      }
      int arms = branch(at).map(branch -> branch.exits().size()).orElse(0);
      for (int arm = arms - 1; arms > 2 && arm >= 0; arm--) {
        Step.Branch branch = branch(at).orElseThrow();
        Step fewer = new Step.Branch(branch.diverge(), without(arm, branch.exits()));
        if (replace(at, fewer)) {
          return true;
        }
      }
    }
    return isSmaller;
  }

  private Optional<Step.Branch> branch(int at) {
    return at < best.steps().size() && best.steps().get(at) instanceof Step.Branch branch
        ? Optional.of(branch)
        : Optional.empty();
  }

  /** Whoever reads a node reads what it was made from, where that is the same. */
  private boolean skipNodes() {
    boolean isSmaller = false;
    for (int at = best.steps().size() - 1; at >= 0; at--) {
      Ref skipped = new Ref(at, 0);
      Optional<Recipe> without =
          at < best.steps().size()
              ? sources(skipped).stream()
                  .filter(source -> isSame(skipped, source))
                  .map(source -> redirected(skipped, source))
                  .filter(this::attempt)
                  .findFirst()
              : Optional.empty();
      isSmaller |= without.isPresent();
    }
    return isSmaller;
  }

  /** What a node was made from, nearest first, and no more than a few. */
  private Set<Ref> sources(Ref node) {
    Set<Ref> sources = new LinkedHashSet<>();
    Deque<Ref> left = new ArrayDeque<>(List.of(node));
    while (!left.isEmpty() && sources.size() < MAX_SOURCES) {
      if (best.steps().get(left.peek().step()) instanceof Step.Apply apply) {
        apply.operands().stream()
            .filter(operand -> !operand.isAbsent() && sources.add(operand))
            .forEach(left::add);
      }
      left.remove();
    }
    return sources;
  }

  private boolean isSame(Ref one, Ref other) {
    return IntStream.range(0, best.scenarios().size())
        .mapToObj(scenario -> best.evaluate(scenario, List.of(one, other)))
        .allMatch(grids -> grids.get(0).difference(grids.get(1)).isEmpty());
  }

  /** With another value for everyone who reads the first. */
  private Recipe redirected(Ref from, Ref to) {
    UnaryOperator<Ref> redirect = ref -> ref.equals(from) ? to : ref;
    List<Step> steps = best.steps().stream().map(step -> rewired(step, redirect)).toList();
    List<Ref> outputs = best.outputs().stream().map(redirect).toList();
    return pruned(new Recipe(best.scenarios(), steps, outputs));
  }

  /** Numbers for symbols, where there is one scenario, and fewer that the caller binds. */
  private boolean dropSymbols() {
    boolean isSmaller = false;
    for (int at = best.steps().size() - 1; at >= 0 && best.scenarios().size() == 1; at--) {
      if (at < best.steps().size()
          && best.steps().get(at) instanceof Step.Apply apply
          && !apply.op().symbols().isEmpty()) {
        Step.Apply bound = apply.bound(best.scenarios().get(0).symbols());
        isSmaller |= !bound.equals(apply) && replace(at, bound);
      }
    }
    for (SymbolId symbol : best.scenarios().get(0).env().keySet()) {
      boolean isRead =
          best.steps().stream()
              .anyMatch(
                  s -> s instanceof Step.Apply apply && apply.op().symbols().contains(symbol));
      if (!isRead) {
        List<Scenario> scenarios = best.scenarios().stream().map(s -> s.without(symbol)).toList();
        isSmaller |= attempt(new Recipe(scenarios, best.steps(), best.outputs()));
      }
    }
    return isSmaller;
  }

  private boolean dropWishes() {
    boolean isSmaller = false;
    for (int at = best.steps().size() - 1; at >= 0; at--) {
      if (at < best.steps().size() && best.steps().get(at) instanceof Step.Apply apply) {
        isSmaller |=
            !apply.after().isEmpty()
                && replace(
                    at,
                    new Step.Apply(
                        apply.op(), apply.operands(), Set.of(), apply.device(), apply.isBound()));
      }
      if (at < best.steps().size() && best.steps().get(at) instanceof Step.Apply apply) {
        isSmaller |=
            apply.device().isPresent()
                && !apply.isBound()
                && replace(
                    at,
                    new Step.Apply(
                        apply.op(), apply.operands(), apply.after(), Optional.empty(), false));
      }
    }
    return isSmaller;
  }

  private boolean replace(int at, Step step) {
    List<Step> steps = new ArrayList<>(best.steps());
    steps.set(at, step);
    return attempt(pruned(new Recipe(best.scenarios(), steps, best.outputs())));
  }

  /** Only the steps that the outputs need. */
  private static Recipe pruned(Recipe recipe) {
    Usage usage = Usage.of(recipe);
    Map<Integer, Integer> moved = new HashMap<>();
    List<Step> steps = new ArrayList<>();
    for (int at = 0; at < recipe.steps().size(); at++) {
      if (usage.isNeeded(at)) {
        moved.put(at, steps.size());
        steps.add(renumbered(recipe.steps().get(at), moved));
      }
    }
    List<Ref> outputs = recipe.outputs().stream().map(ref -> moved(ref, moved)).toList();
    return new Recipe(recipe.scenarios(), steps, outputs);
  }

  private static Step renumbered(Step step, Map<Integer, Integer> moved) {
    Step rewired = rewired(step, ref -> moved(ref, moved));
    if (!(rewired instanceof Step.Apply apply)) {
      return rewired;
    }
    List<Integer> after = apply.after().stream().map(moved::get).toList();
    return new Step.Apply(
        apply.op(), apply.operands(), Set.copyOf(after), apply.device(), apply.isBound());
  }

  /** With other operands. */
  private static Step rewired(Step step, UnaryOperator<Ref> change) {
    if (step instanceof Step.Branch branch) {
      return new Step.Branch(
          change.apply(branch.diverge()), branch.exits().stream().map(change).toList());
    }
    if (!(step instanceof Step.Apply apply)) {
      return step;
    }
    List<Ref> operands = apply.operands().stream().map(change).toList();
    return new Step.Apply(apply.op(), operands, apply.after(), apply.device(), apply.isBound());
  }

  private static Ref moved(Ref ref, Map<Integer, Integer> moved) {
    return ref.isAbsent() ? ref : new Ref(moved.get(ref.step()), ref.slot());
  }
}
