package io.pelton.cpu.property;

import io.pelton.cpu.property.naive.Grid;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Runs a recipe in every way and compares with the naive evaluator. */
final class Trial {
  private final List<Way> ways;
  private final Map<String, Integer> runs = new LinkedHashMap<>();

  Trial(List<Way> ways) {
    this.ways = ways;
  }

  /** How many recipes were run, by the name of the way. */
  Map<String, Integer> runs() {
    return runs;
  }

  /** The first thing that is wrong; empty where all agrees. */
  Optional<String> run(Recipe recipe) {
    Expected expected = new Expected(recipe);
    List<Grid> sources = sources(recipe);
    Optional<String> wrong = Optional.empty();
    for (Way way : ways) {
      if (wrong.isEmpty() && way.takes(recipe)) {
        wrong = guarded(way, recipe, expected);
        runs.merge(way.name(), 1, Integer::sum);
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

  private static Optional<String> guarded(Way way, Recipe recipe, Expected expected) {
    try {
      return way.wrong(recipe, expected).map(reason -> way.name() + ": " + reason);
    } catch (RuntimeException e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      return Optional.of(way.name() + ": " + trace);
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
}
