package io.pelton.engine.optimize.fusion;

import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.FusedOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Exactness;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.optimize.Rule;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Elementwise ops whose results only the next one reads, in one loop. */
final class ElementwiseFusion implements Rule {
  private static final Set<OpKind> ROOTS =
      Stream.of(OpKind.values())
          .filter(ElementwiseProgram::admits)
          .collect(Collectors.toUnmodifiableSet());

  @Override
  public String name() {
    return "elementwise-chain";
  }

  @Override
  public Exactness exactness() {
    return Exactness.EXACT;
  }

  @Override
  public String pattern() {
    return "f(g(x), y) of elementwise ops, of one float dtype and one shape";
  }

  @Override
  public String becomes() {
    return "Elementwise(g; f)";
  }

  @Override
  public Set<OpKind> roots() {
    return ROOTS;
  }

  @Override
  public Optional<List<ValueId>> apply(Rewrite rewrite, NodeId node) {
    List<ValueId> absorbed = new ElementwiseOperands(rewrite, node).absorbed();
    if (absorbed.isEmpty()) {
      return Optional.empty();
    }
    Graph graph = rewrite.graph();
    ElementwiseChain chain = new ElementwiseChain(graph, node, absorbed);
    FusedOp.Elementwise op = new FusedOp.Elementwise(chain.program());
    List<ValueId> inputs = chain.inputs();
    return rewrite
        .admits(graph.name(node), op, inputs)
        .filter(types -> rewrite.canReplace(node, types.get(0)))
        .filter(types -> rewrite.covers(op, inputs, types))
        .map(types -> List.of(new ValueId(graph.add(graph.name(node), op, inputs), 0)));
  }
}
