package io.pelton.engine.optimize;

import io.pelton.engine.graph.OpKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Rules that are applied together to a fixpoint; at each node, the first that matches wins. */
public final class Family {
  private final String name;
  private final List<Rule> rules;
  private final Map<OpKind, List<Rule>> byRoot = new EnumMap<>(OpKind.class);

  public Family(String name, List<? extends Rule> rules) {
    this.name = name;
    this.rules = List.copyOf(rules);
    for (OpKind kind : OpKind.values()) {
      List<Rule> candidates = new ArrayList<>();
      for (Rule rule : rules) {
        if (rule.roots().isEmpty() || rule.roots().contains(kind)) {
          candidates.add(rule);
        }
      }
      byRoot.put(kind, List.copyOf(candidates));
    }
  }

  public String name() {
    return name;
  }

  /** In order of precedence. */
  public List<Rule> rules() {
    return rules;
  }

  /** The rules whose pattern may end at a node of that kind. */
  List<Rule> at(OpKind kind) {
    return byRoot.get(kind);
  }

  /** The family without the rules that change bits. */
  Family exact() {
    return new Family(
        name, rules.stream().filter(rule -> rule.exactness() instanceof Exactness.Exact).toList());
  }
}
