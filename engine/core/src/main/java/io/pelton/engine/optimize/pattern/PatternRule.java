package io.pelton.engine.optimize.pattern;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Exactness;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.optimize.Rule;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A rule that replaces one value by another where a pattern matches and where nothing else reads
 * what the pattern computes on the way.
 */
public final class PatternRule implements Rule {
  private final String name;
  private final Exactness exactness;
  private final Pattern pattern;
  private final String becomes;
  private final Function<Match, Optional<ValueId>> replacement;

  /**
   * @param replacement what replaces the root of a match; empty where the rule does not apply after
   *     all
   */
  public PatternRule(
      String name,
      Exactness exactness,
      Pattern pattern,
      String becomes,
      Function<Match, Optional<ValueId>> replacement) {
    this.name = name;
    this.exactness = exactness;
    this.pattern = pattern;
    this.becomes = becomes;
    this.replacement = replacement;
  }

  @Override
  public Optional<List<ValueId>> apply(Rewrite rewrite, NodeId node) {
    Match match = new Match(rewrite, node);
    return pattern.match(match, new ValueId(node, 0), match::isClosed)
        ? replacement.apply(match).map(List::of)
        : Optional.empty();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Exactness exactness() {
    return exactness;
  }

  @Override
  public String pattern() {
    return pattern.toString();
  }

  @Override
  public String becomes() {
    return becomes;
  }

  @Override
  public Set<OpKind> roots() {
    return pattern.kinds();
  }
}
