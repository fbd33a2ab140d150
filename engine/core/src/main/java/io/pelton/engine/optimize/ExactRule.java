package io.pelton.engine.optimize;

import io.pelton.engine.graph.OpKind;
import java.util.Set;

/** A rule that keeps every bit. */
public abstract class ExactRule implements Rule {
  private final String name;
  private final Set<OpKind> roots;
  private final String pattern;
  private final String becomes;

  /** What {@link Rule} asks for, in words. */
  protected ExactRule(String name, Set<OpKind> roots, String pattern, String becomes) {
    this.name = name;
    this.roots = Set.copyOf(roots);
    this.pattern = pattern;
    this.becomes = becomes;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Exactness exactness() {
    return Exactness.EXACT;
  }

  @Override
  public final String pattern() {
    return pattern;
  }

  @Override
  public final String becomes() {
    return becomes;
  }

  @Override
  public final Set<OpKind> roots() {
    return roots;
  }
}
