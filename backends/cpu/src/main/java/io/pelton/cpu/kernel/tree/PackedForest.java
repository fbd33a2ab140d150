package io.pelton.cpu.kernel.tree;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.kernel.PackedWeights;
import java.util.function.Function;

/** The nodes of a forest as kernels walk them. Immutable, shared between executables. */
sealed interface PackedForest extends PackedWeights permits NarrowForest, WideForest {
  /**
   * The layout for {@code float} features and thresholds: one {@code long} a node where that has
   * room.
   */
  static PackedForest floats(Forest forest, Votes votes, Function<String, InvalidOp> invalid) {
    Comparisons tests = Comparisons.narrow(forest);
    return NarrowForest.of(ForestLayout.of(forest, tests, invalid), tests, votes)
        .map(PackedForest.class::cast)
        .orElseGet(() -> doubles(forest, invalid));
  }

  /** The layout for many rows at once, without trees where it does not pay. */
  static LaneForest lanes(
      Forest forest, Votes votes, int lanes, Function<String, InvalidOp> invalid) {
    Comparisons tests = Comparisons.narrow(forest);
    return LaneForest.of(ForestLayout.of(forest, tests, invalid), tests, votes, lanes);
  }

  static WideForest doubles(Forest forest, Function<String, InvalidOp> invalid) {
    Comparisons tests = Comparisons.wide(forest);
    return WideForest.of(ForestLayout.of(forest, tests, invalid), tests);
  }
}
