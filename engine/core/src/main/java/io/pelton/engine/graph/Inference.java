package io.pelton.engine.graph;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import java.util.Optional;

/**
 * What an op's rules may know of one node: its operands' types and, where known, their integer
 * values.
 */
public final class Inference {
  private final Graph graph;
  private final String name;
  private final Op op;
  private final List<ValueId> operands;

  Inference(Graph graph, String name, Op op, List<ValueId> operands) {
    this.graph = graph;
    this.name = name;
    this.op = op;
    this.operands = operands;
  }

  /** Operands, absent optional ones included. */
  public int count() {
    return operands.size();
  }

  public boolean has(int operand) {
    return operand < operands.size() && !operands.get(operand).isAbsent();
  }

  public ValueType type(int operand) {
    if (!has(operand)) {
      throw invalid("operand " + operand + " is missing");
    }
    return graph.type(operands.get(operand));
  }

  /**
   * @throws InvalidOp when the operand is missing or not a tensor
   */
  public TensorType tensor(int operand) {
    if (type(operand) instanceof TensorType tensor) {
      return tensor;
    }
    throw invalid("operand " + operand + " should be a tensor but is " + type(operand));
  }

  public DType dtype(int operand) {
    return tensor(operand).dtype();
  }

  public Shape shape(int operand) {
    return tensor(operand).shape();
  }

  boolean allRanked() {
    for (int operand = 0; operand < count(); operand++) {
      if (has(operand)
          && type(operand) instanceof TensorType tensor
          && !tensor.shape().isRanked()) {
        return false;
      }
    }
    return true;
  }

  /** The elements of a small integer operand, where they follow from shapes and constants. */
  public Optional<List<DynScalar>> integers(int operand) {
    return has(operand) ? graph.integers(operands.get(operand)) : Optional.empty();
  }

  /** Like {@link #integers}, where every element is a fixed number. */
  public Optional<long[]> fixedIntegers(int operand) {
    return integers(operand)
        .filter(values -> values.stream().allMatch(DynScalar::isConstant))
        .map(values -> values.stream().mapToLong(DynScalar::constant).toArray());
  }

  /** True when axis 0 of the operand runs over the rows of the batch. */
  public boolean hasRows(int operand) {
    return has(operand)
        && type(operand) instanceof TensorType tensor
        && graph.isRows(tensor.shape());
  }

  /** An extent of which nothing is known but an upper bound ({@link Extent#UNBOUNDED} for none). */
  public Extent unknown(long max) {
    return Extent.symbolic(graph.unknownLength(), max);
  }

  /** Counts a possibly negative axis from the front. */
  public int axis(long axis, int rank) {
    if (axis < -rank || axis >= rank) {
      throw invalid("axis " + axis + " is outside of [" + -rank + ", " + (rank - 1) + "]");
    }
    return (int) (axis < 0 ? axis + rank : axis);
  }

  public void check(boolean condition, String reason) {
    if (!condition) {
      throw invalid(reason);
    }
  }

  public InvalidOp invalid(String reason) {
    return new InvalidOp(name, op.label(), reason);
  }
}
