package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.List;

/** Where values come from. Their types are given, not inferred; {@link Graph} adds them. */
public sealed interface SourceOp extends Op {
  @Override
  default List<DType> dtypes(Inference in) {
    throw in.invalid("sources are added by Graph.input and Graph.constant");
  }

  @Override
  default List<Shape> shapes(Inference in) {
    throw in.invalid("sources are added by Graph.input and Graph.constant");
  }

  /** A value that the caller gives at every run. */
  record Input(String name) implements SourceOp {
    @Override
    public OpKind kind() {
      return OpKind.INPUT;
    }
  }

  /** A value that belongs to the graph. */
  record Const() implements SourceOp {
    @Override
    public OpKind kind() {
      return OpKind.CONST;
    }
  }
}
