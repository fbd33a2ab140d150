package io.pelton.engine.optimize.pattern;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import java.util.Set;

/** Nothing. */
final class AbsentPattern extends Pattern {
  @Override
  boolean match(Match match, ValueId value, Rest rest) {
    return value.isAbsent() && rest.matches();
  }

  @Override
  Set<OpKind> kinds() {
    return Set.of();
  }

  @Override
  public String toString() {
    return "-";
  }
}
