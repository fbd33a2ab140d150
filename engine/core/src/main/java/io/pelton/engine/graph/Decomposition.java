package io.pelton.engine.graph;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.graph.ViewOp.Unsqueeze;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.stream.LongStream;

/** Appends the nodes of a decomposition, all in the dtype of operand 0. */
final class Decomposition {
  private final Graph graph;
  private final String name;
  private final Op op;
  private final TensorType type;

  Decomposition(Graph graph, String name, Op op, List<ValueId> operands) {
    this.graph = graph;
    this.name = name;
    this.op = op;
    Inference inference = new Inference(graph, name, op, operands);
    op.infer(inference);
    this.type = inference.tensor(0);
  }

  /** For ops that ai.onnx defines for these floats only. */
  static void checkDtype(Inference in, DType dtype) {
    boolean admissible =
        switch (dtype) {
          case F64, F32, F16, BF16 -> true;
          default -> false;
        };
    in.check(admissible, "is not defined for " + dtype);
  }

  /** Of operand 0. */
  int rank() {
    Shape shape = type.shape();
    if (!shape.isRanked()) {
      throw new InvalidOp(name, op.label(), "can't be decomposed before its rank is known");
    }
    return shape.rank();
  }

  ValueId unary(OpKind kind, ValueId x) {
    return graph.apply(name, new Unary(kind), x);
  }

  ValueId binary(OpKind kind, ValueId x, ValueId y) {
    return graph.apply(name, new Binary(kind), x, y);
  }

  /** Means along axes {@code from} and following, which keep length 1. */
  ValueId mean(ValueId x, int from) {
    ValueId axes = axes(from, rank());
    return graph.apply(name, new Reduce(OpKind.REDUCE_MEAN, true, true), x, axes);
  }

  /** A vector along axis 1 of operand 0. */
  ValueId channels(ValueId vector) {
    return rank() == 2 ? vector : graph.apply(name, new Unsqueeze(), vector, axes(1, rank() - 1));
  }

  private ValueId axes(int from, int to) {
    long[] axes = LongStream.range(from, to).toArray();
    return graph.constant(name, Tensor.of(axes, axes.length));
  }

  /** A constant, rounded once to the dtype. */
  ValueId scalar(double value) {
    return graph.constant(name, Tensor.scalar(type.dtype(), value));
  }
}
