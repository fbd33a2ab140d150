package io.pelton.engine.plan;

import io.pelton.engine.kernel.Alternative;
import java.util.List;
import java.util.function.Predicate;

/**
 * Filters a node's kernels: what promises too little precision is out; among the rest, those that
 * are bit-stable are kept where there are any.
 */
final class Admission {
  private final PlanOptions options;

  Admission(PlanOptions options) {
    this.options = options;
  }

  List<Alternative> filter(List<Alternative> alternatives) {
    List<Alternative> precise =
        alternatives.stream()
            .filter(alternative -> alternative.precision().meets(options.precisionFloor()))
            .toList();
    return options.prefersBitStable()
        ? preferring(alternative -> alternative.precision().isBitStable(), precise)
        : precise;
  }

  private static List<Alternative> preferring(
      Predicate<Alternative> wish, List<Alternative> alternatives) {
    List<Alternative> preferred = alternatives.stream().filter(wish).toList();
    return preferred.isEmpty() ? alternatives : preferred;
  }
}
