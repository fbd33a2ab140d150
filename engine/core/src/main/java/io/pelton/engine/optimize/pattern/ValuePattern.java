package io.pelton.engine.optimize.pattern;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import java.util.Set;
import java.util.function.BiPredicate;

/** A value, whatever computes it. */
final class ValuePattern extends Pattern {
  private final String name;
  private final String text;
  private final BiPredicate<Match, ValueId> predicate;

  /**
   * @param name null for a value that gets none
   */
  ValuePattern(String name, String text, BiPredicate<Match, ValueId> predicate) {
    this.name = name;
    this.text = text;
    this.predicate = predicate;
  }

  @Override
  boolean match(Match match, ValueId value, Rest rest) {
    return !value.isAbsent() && predicate.test(match, value) && match.bind(name, value, rest);
  }

  @Override
  Set<OpKind> kinds() {
    return Set.of();
  }

  @Override
  public String toString() {
    return text;
  }
}
