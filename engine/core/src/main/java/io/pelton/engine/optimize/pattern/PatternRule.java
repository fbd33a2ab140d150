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

/**
 * A rule that replaces one value by another where a pattern matches and where nothing else reads
 * what the pattern computes on the way.
 */
public abstract class PatternRule implements Rule {
  private final String name;
  private final Exactness exactness;
  private final Pattern pattern;
  private final String becomes;

  protected PatternRule(String name, Exactness exactness, Pattern pattern, String becomes) {
    this.name = name;
    this.exactness = exactness;
    this.pattern = pattern;
    this.becomes = becomes;
  }

  /**
   * What replaces the root of the match.
   *
   * @return empty where the rule does not apply after all; the graph is unchanged then
   */
  protected abstract Optional<ValueId> rewrite(Match match);

  @Override
  public final Optional<List<ValueId>> apply(Rewrite rewrite, NodeId node) {
    Match match = new Match(rewrite, node);
    return pattern.match(match, new ValueId(node, 0), match::isClosed)
        ? rewrite(match).map(List::of)
        : Optional.empty();
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Exactness exactness() {
    return exactness;
  }

  @Override
  public final String pattern() {
    return pattern.toString();
  }

  @Override
  public final String becomes() {
    return becomes;
  }

  @Override
  public final Set<OpKind> roots() {
    return pattern.kinds();
  }
}
