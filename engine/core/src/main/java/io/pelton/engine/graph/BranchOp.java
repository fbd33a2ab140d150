package io.pelton.engine.graph;

import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import java.util.Optional;

/**
 * Alternative ways to one value. Operands: what each arm ends in, of one dtype and shape. The value
 * is arm 0's, whichever arm is run for it. {@link Branches#join} adds such nodes and checks what
 * the types of operands don't tell.
 *
 * @param reconvergeAt name of the node at which the arms meet again. Operands are arm exits, so
 *     that this is the branch itself, or a node behind it that an author knows the place by; names
 *     outlast rewriting, ids don't. Nothing runs by it
 */
public record BranchOp(String reconvergeAt) implements Op {
  @Override
  public OpKind kind() {
    return OpKind.BRANCH;
  }

  @Override
  public List<DType> dtypes(Inference in) {
    in.check(in.count() > 0, "needs at least one arm");
    TensorType first = in.tensor(0);
    for (int arm = 1; arm < in.count(); arm++) {
      in.check(
          in.tensor(arm).dtype() == first.dtype(),
          "arm " + arm + " should be " + first + " like arm 0 but is " + in.tensor(arm));
    }
    return List.of(first.dtype());
  }

  @Override
  public List<Shape> shapes(Inference in) {
    Shape first = in.shape(0);
    for (int arm = 1; arm < in.count(); arm++) {
      Shape shape = in.shape(arm);
      boolean agrees = shape.rank() == first.rank();
      for (int axis = 0; agrees && axis < first.rank(); axis++) {
        agrees = shape.extent(axis).sameAs(first.extent(axis));
      }
      in.check(agrees, "arm " + arm + " should have shape " + first + " but has " + shape);
    }
    return List.of(first);
  }

  @Override
  public boolean isView() {
    return true;
  }

  @Override
  public Optional<Layout> view(Inference in, Layout operand) {
    return Optional.of(operand);
  }
}
