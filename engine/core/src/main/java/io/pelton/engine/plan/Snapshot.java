package io.pelton.engine.plan;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One copy of what a destructive node overwrites, taken before, and views of the copy. */
final class Snapshot {
  private final Graph graph;
  private final Aliases aliases;
  private final Mutation mutation;
  private final Map<ValueId, ValueId> copied = new HashMap<>();

  Snapshot(Graph graph, Aliases aliases, Mutation mutation) {
    this.graph = graph;
    this.aliases = aliases;
    this.mutation = mutation;
  }

  /** What has the elements of a value with the same root, but keeps them. */
  ValueId of(ValueId value) {
    ValueId at = copied.computeIfAbsent(mutation.root(), this::copy);
    for (NodeId view : aliases.views(value)) {
      ValueId source = at;
      at = copied.computeIfAbsent(new ValueId(view, 0), viewed -> replay(view, source));
    }
    return at;
  }

  private ValueId copy(ValueId root) {
    ValueId copy = graph.apply("snapshot of " + graph.name(root.node()), new ShapeOp.Copy(), root);
    graph.orderAfter(mutation.node(), copy.node());
    return copy;
  }

  private ValueId replay(NodeId view, ValueId source) {
    List<ValueId> operands = new ArrayList<>(graph.operands(view));
    operands.set(0, source);
    return new ValueId(graph.add(graph.name(view), graph.op(view), operands), 0);
  }
}
