package io.pelton.engine.plan;

import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.StorageClass;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Layout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which values share memory. The root of a value is what it is a view of; a destructive op's output
 * is a root of its own, since whoever reads it must run after the op and not before.
 */
final class Aliases {
  private static final Set<StorageClass> WRITABLE =
      EnumSet.of(StorageClass.SESSION, StorageClass.TRANSIENT);

  private final Graph graph;
  private final Map<ValueId, ValueId> roots = new HashMap<>();
  private final Set<ValueId> branched = new HashSet<>();

  /**
   * @param order of all nodes that count, operands first
   */
  Aliases(Graph graph, List<NodeId> order) {
    this.graph = graph;
    for (NodeId node : order) {
      Op op = graph.op(node);
      if (op instanceof BranchOp) {
        branched.add(new ValueId(node, 0));
        graph.operands(node).forEach(arm -> branched.add(root(arm)));
      } else if (op.isView()) {
        roots.put(new ValueId(node, 0), root(graph.operands(node).get(0)));
      }
    }
  }

  ValueId root(ValueId value) {
    return roots.getOrDefault(value, value);
  }

  /** The value and the views through which it sees its root, outermost first. */
  Deque<NodeId> views(ValueId value) {
    Deque<NodeId> views = new ArrayDeque<>();
    ValueId at = value;
    while (roots.containsKey(at)) {
      views.push(at.node());
      at = graph.operands(at.node()).get(0);
    }
    return views;
  }

  /**
   * True when an op may write the value where it lies: the memory is the run's own or the
   * session's, stands for no arm of a branch, and has one place for each element.
   */
  boolean isWritable(ValueId value) {
    ValueId root = root(value);
    return WRITABLE.contains(graph.storageClass(root.node()))
        && !branched.contains(root)
        && !repeats(value, root);
  }

  /** Whether elements repeat depends on the views alone, so that any layout of the root will do. */
  private boolean repeats(ValueId value, ValueId root) {
    if (value.equals(root)) {
      return false;
    }
    Layout layout = contiguous(root);
    for (NodeId view : views(value)) {
      layout =
          graph
              .op(view)
              .view(graph.inference(view), layout)
              .orElse(contiguous(new ValueId(view, 0)));
    }
    for (int axis = 0; axis < layout.rank(); axis++) {
      if (layout.stride(axis) == 0 && layout.dim(axis) > 1) {
        return true;
      }
    }
    return false;
  }

  private Layout contiguous(ValueId value) {
    return Layout.contiguous(((TensorType) graph.type(value)).shape().maxDims());
  }
}
