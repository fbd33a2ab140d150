package io.pelton.engine.optimize.fusion;

import static io.pelton.engine.optimize.pattern.Pattern.op;

import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.optimize.pattern.Match;
import io.pelton.engine.optimize.pattern.OpPattern;
import io.pelton.engine.optimize.pattern.Pattern;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The elementwise ops that a product can end with. */
final class Activations {
  private static final Set<OpKind> KINDS =
      Stream.of(Activation.values())
          .flatMap(activation -> activation.op().stream())
          .map(Op::kind)
          .collect(Collectors.toUnmodifiableSet());

  private Activations() {}

  /** Any of them, on this. */
  static OpPattern of(Pattern operand) {
    return op(KINDS, operand);
  }

  /** The one at the root of the match. */
  static Activation atRoot(Match match) {
    return Activation.of(match.graph().op(match.root())).orElseThrow();
  }
}
