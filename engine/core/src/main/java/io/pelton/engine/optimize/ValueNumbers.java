package io.pelton.engine.optimize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The first needed node of each op on the same operands that a sweep came by. */
public final class ValueNumbers {
  private record Key(Op op, List<ValueId> operands) {}

  private final Rewrite rewrite;
  private final Map<Key, NodeId> nodes = new HashMap<>();
  private final Map<Object, NodeId> constants = new HashMap<>();

  ValueNumbers(Rewrite rewrite) {
    this.rewrite = rewrite;
  }

  void clear() {
    nodes.clear();
    constants.clear();
  }

  /** The node that came first with this op and these operands; the node itself if it did. */
  public NodeId first(NodeId node) {
    Graph graph = rewrite.graph();
    Key key = new Key(graph.op(node), List.copyOf(graph.operands(node)));
    NodeId known = nodes.get(key);
    boolean isUsable =
        known != null && rewrite.isNeeded(known) && graph.operands(known).equals(key.operands());
    if (!isUsable) {
      nodes.put(key, node);
      return node;
    }
    return known;
  }

  /** The constant that came first with these contents; the node itself if it did. */
  public NodeId first(NodeId constant, Object contents) {
    NodeId known = constants.get(contents);
    if (known == null || !rewrite.isNeeded(known)) {
      constants.put(contents, constant);
      return constant;
    }
    return known;
  }
}
