package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.ExactRule;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Symbols whose numbers follow from constants give way to these numbers. */
final class SymbolFolding extends ExactRule {
  SymbolFolding() {
    super(
        "symbol-folding",
        Set.of(),
        "an op on a symbol that a folded node bound",
        "the op on the number");
  }

  @Override
  public Optional<List<ValueId>> apply(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    Op op = graph.op(node);
    Map<SymbolId, Long> known = graph.definedSymbols();
    if (known.isEmpty() || op.symbols().stream().noneMatch(known::containsKey)) {
      return Optional.empty();
    }
    Op bound =
        op.bind(
            symbol ->
                known.containsKey(symbol)
                    ? OptionalLong.of(known.get(symbol))
                    : OptionalLong.empty());
    // numbers that don't fit are for the run to report
    if (rewrite.admits(graph.name(node), bound, graph.operands(node)).isEmpty()) {
      return Optional.empty();
    }
    NodeId added = graph.add(graph.name(node), bound, List.copyOf(graph.operands(node)));
    List<ValueId> outputs = new ArrayList<>();
    for (int slot = 0; slot < graph.types(added).size(); slot++) {
      outputs.add(new ValueId(added, slot));
    }
    return Optional.of(outputs);
  }
}
