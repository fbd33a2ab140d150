package io.pelton.engine.optimize.fusion;

import static io.pelton.engine.optimize.pattern.Pattern.any;
import static io.pelton.engine.optimize.pattern.Pattern.op;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.optimize.pattern.Match;
import io.pelton.engine.optimize.pattern.OpPattern;
import io.pelton.engine.optimize.pattern.Pattern;
import java.util.OptionalInt;

/** Reductions along axes that stay as axes of length 1. */
final class Reductions {
  private Reductions() {}

  static OpPattern reduce(OpKind kind, Pattern operand, String axes) {
    return op(kind, reduction -> ((Reduce) reduction).keepDims(), operand, any(axes));
  }

  /** The first of the reduced axes, where they are known and all after it are reduced too. */
  static OptionalInt trailing(Match match, String name) {
    boolean[] reduced = axes(match, name);
    int first = 0;
    while (first < reduced.length && !reduced[first]) {
      first++;
    }
    for (int axis = first; axis < reduced.length; axis++) {
      if (!reduced[axis]) {
        return OptionalInt.empty();
      }
    }
    return first == reduced.length ? OptionalInt.empty() : OptionalInt.of(first);
  }

  /** The reduced axis, where it is known and the only one. */
  static OptionalInt single(Match match, String name) {
    boolean[] reduced = axes(match, name);
    OptionalInt found = OptionalInt.empty();
    for (int axis = 0; axis < reduced.length; axis++) {
      if (reduced[axis]) {
        if (found.isPresent()) {
          return OptionalInt.empty();
        }
        found = OptionalInt.of(axis);
      }
    }
    return found;
  }

  private static boolean[] axes(Match match, String name) {
    boolean isRanked = match.type(match.inputOf(name, 0)).shape().isRanked();
    return isRanked
        ? match.op(name, Reduce.class).reducedAxes(match.inference(name)).orElse(new boolean[0])
        : new boolean[0];
  }
}
