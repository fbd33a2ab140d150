package io.pelton.engine.kernel;

import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.Op;
import java.util.function.Supplier;

/**
 * A node as kernels see it. All shapes are known; a symbolic row extent counts as its upper bound.
 */
public final class NodeSpec {
  private final String name;
  private final Op op;
  private final Inference inference;
  private final int rows;
  private final Prepared prepared;

  public NodeSpec(String name, Op op, Inference inference, int rows, Prepared prepared) {
    this.name = name;
    this.op = op;
    this.inference = inference;
    this.rows = rows;
    this.prepared = prepared;
  }

  public String name() {
    return name;
  }

  public Op op() {
    return op;
  }

  /**
   * The op's rules applied to this node: its operands' types and the values of its plan operands.
   */
  public Inference inference() {
    return inference;
  }

  /**
   * Upper bound of axis 0 of every output where that runs over rows; 1 otherwise, for the whole.
   */
  public int rows() {
    return rows;
  }

  /**
   * What a kernel derives from weights once, shared by all executables of a compiled graph.
   *
   * @param weights identity of what it is derived from, such as the op or a constant
   * @param type what is derived; one instance per weights and type
   */
  public <T extends PackedWeights> T prepared(Object weights, Class<T> type, Supplier<T> derive) {
    return prepared.get(weights, type, derive);
  }

  /**
   * A node of a few rows that this one's kernel runs as a part of its own: it has the same name and
   * shares the packed weights.
   *
   * @param partInference its op's rules, applied to the part's operands
   * @param partRows as {@link #rows}
   */
  public NodeSpec part(Op part, Inference partInference, int partRows) {
    return new NodeSpec(name, part, partInference, partRows, prepared);
  }

  /** The error for a value that the op must refuse; {@code row} -1 where it belongs to no row. */
  public InvalidValue invalid(long row, String reason) {
    return new InvalidValue(name, op.label(), row, reason);
  }
}
