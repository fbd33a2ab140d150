package io.pelton.engine.optimize.pattern;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** One of several patterns. */
final class EitherPattern extends Pattern {
  private final List<Pattern> patterns;

  EitherPattern(List<Pattern> patterns) {
    this.patterns = patterns;
  }

  @Override
  boolean match(Match match, ValueId value, Rest rest) {
    for (Pattern pattern : patterns) {
      if (pattern.match(match, value, rest)) {
        return true;
      }
    }
    return false;
  }

  @Override
  Set<OpKind> kinds() {
    Set<OpKind> kinds = EnumSet.noneOf(OpKind.class);
    for (Pattern pattern : patterns) {
      if (pattern.kinds().isEmpty()) {
        return Set.of();
      }
      kinds.addAll(pattern.kinds());
    }
    return kinds;
  }

  @Override
  public String toString() {
    return patterns.stream().map(Pattern::toString).collect(Collectors.joining(" | "));
  }
}
