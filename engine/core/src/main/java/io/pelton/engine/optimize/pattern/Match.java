package io.pelton.engine.optimize.pattern;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the names of a pattern stand for at one node. Used by one thread, during one match. */
public final class Match {
  private final Rewrite rewrite;
  private final NodeId root;
  private final Map<String, ValueId> bound = new HashMap<>();
  private final List<NodeId> inside = new ArrayList<>();

  Match(Rewrite rewrite, NodeId root) {
    this.rewrite = rewrite;
    this.root = root;
  }

  public Graph graph() {
    return rewrite.graph();
  }

  public Rewrite rewrite() {
    return rewrite;
  }

  /** The node that is replaced. */
  public NodeId root() {
    return root;
  }

  /** True where an alternative gave the name to a value. */
  public boolean has(String name) {
    return bound.containsKey(name);
  }

  /** The value of that name; absent where an optional one is not given. */
  public ValueId value(String name) {
    return bound.getOrDefault(name, ValueId.ABSENT);
  }

  /** The op that computes the value of that name. */
  public <T extends Op> T op(String name, Class<T> type) {
    return type.cast(graph().op(value(name).node()));
  }

  /** The rules' view of the node that computes the value of that name. */
  public Inference inference(String name) {
    return graph().inference(value(name).node());
  }

  /** An operand of the node that computes the value of that name. */
  public ValueId inputOf(String name, int operand) {
    return graph().operands(value(name).node()).get(operand);
  }

  public TensorType type(ValueId value) {
    return (TensorType) graph().type(value);
  }

  public Shape shape(String name) {
    return type(value(name)).shape();
  }

  public DType dtype(String name) {
    return type(value(name)).dtype();
  }

  /** The tensor of a constant. */
  public Tensor tensor(String name) {
    return graph().constant(value(name)).orElseThrow();
  }

  /** The number that is a constant of one element. */
  public double scalar(String name) {
    return tensor(name).toDoubles()[0];
  }

  /**
   * A node that computes what the root does, if its operands fit, if the backend has a kernel for
   * it, and if its output is shaped like the root's.
   */
  public Optional<ValueId> replaceBy(Op op, ValueId... operands) {
    return replaceBy(op, List.of(operands));
  }

  /** Like {@link #replaceBy(Op, ValueId...)}. */
  public Optional<ValueId> replaceBy(Op op, List<ValueId> operands) {
    String name = graph().name(root);
    return rewrite
        .admits(name, op, operands)
        .filter(types -> rewrite.canReplace(root, types.get(0)))
        .filter(types -> rewrite.covers(op, operands, types))
        .map(types -> new ValueId(graph().add(name, op, operands), 0));
  }

  /** Adds a node on the way to a replacement. */
  public ValueId apply(Op op, ValueId... operands) {
    return graph().apply(graph().name(root), op, operands);
  }

  /** A scalar constant, rounded to the dtype: F64 or F32. */
  public ValueId number(DType dtype, double value) {
    Tensor tensor =
        switch (dtype) {
          case F64 -> Tensor.of(new double[] {value});
          case F32 -> Tensor.of(new float[] {(float) value});
          default -> throw new IllegalArgumentException("no scalar of " + dtype);
        };
    return graph().constant(graph().name(root), tensor);
  }

  boolean bind(String name, ValueId value, Pattern.Rest rest) {
    if (name == null) {
      return rest.matches();
    }
    ValueId known = bound.get(name);
    if (known != null) {
      return known.equals(value) && rest.matches();
    }
    bound.put(name, value);
    if (rest.matches()) {
      return true;
    }
    bound.remove(name);
    return false;
  }

  /** True when only one edge reads the value and the root may take over what computes it. */
  public boolean isAbsorbable(ValueId value) {
    return rewrite.uses(value) == 1 && rewrite.canAbsorb(root, value.node());
  }

  boolean enter(NodeId node, Pattern.Rest rest) {
    if (!rewrite.canAbsorb(root, node)) {
      return false;
    }
    inside.add(node);
    if (rest.matches()) {
      return true;
    }
    inside.remove(inside.size() - 1);
    return false;
  }

  /** True when nothing but the match reads what is computed inside of it. */
  boolean isClosed() {
    Map<ValueId, Integer> reads = new HashMap<>();
    for (NodeId node : List.copyOf(new LinkedHashSet<>(inside))) {
      for (ValueId operand : graph().operands(node)) {
        reads.merge(operand, 1, Integer::sum);
      }
    }
    for (NodeId node : inside) {
      ValueId value = new ValueId(node, 0);
      if (!node.equals(root) && rewrite.uses(value) != reads.getOrDefault(value, 0)) {
        return false;
      }
    }
    return true;
  }
}
