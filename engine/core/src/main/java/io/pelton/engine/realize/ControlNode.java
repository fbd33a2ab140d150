package io.pelton.engine.realize;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.error.IterationMismatch;
import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;

/** A node that owns bodies, as far as running them has to name it in errors or move tensors. */
final class ControlNode {
  private final String name;
  private final ControlOp op;
  private final Evaluator evaluator;

  ControlNode(String name, ControlOp op, Evaluator evaluator) {
    this.name = name;
    this.op = op;
    this.evaluator = evaluator;
  }

  /** The only element of an integer or boolean tensor. */
  long single(String what, Tensor tensor) {
    if (tensor.layout().elements() != 1) {
      throw invalid(what + " should have one element but is " + typeOf(tensor));
    }
    return tensor.toLongs()[0];
  }

  InvalidValue invalid(String reason) {
    return new InvalidValue(name, op.label(), -1, reason);
  }

  void checkInput(Body body, int input, Value value) {
    TensorType declared = body.inputType(input);
    if (!Body.isOf(declared, (Tensor) value)) {
      throw new InputMismatch(
          body.inputName(input),
          "what node '" + name + "' (" + op.label() + ") feeds to the body",
          declared.toString(),
          typeOf((Tensor) value).toString());
    }
  }

  /** Checks what an iteration left. */
  void checkLeft(long iteration, String value, TensorType expected, Tensor found) {
    if (!Body.isOf(expected, found)) {
      throw new IterationMismatch(
          name, op.label(), iteration, value, expected.toString(), typeOf(found).toString());
    }
  }

  static TensorType typeOf(Tensor tensor) {
    return ValueType.tensor(tensor.dtype(), Shape.fixed(tensor.dims()));
  }

  /** The same elements in memory of their own. */
  Tensor copy(Value tensor) {
    return move(new ShapeOp.Copy(), List.of((Tensor) tensor));
  }

  /** The tensors one after the other along an axis, in memory of their own. */
  Tensor concat(int axis, List<Tensor> tensors) {
    return move(new ShapeOp.Concat(axis), tensors);
  }

  private Tensor move(Op mover, List<Tensor> tensors) {
    return (Tensor) evaluator.evaluate(name, mover, tensors.toArray(new Value[0]))[0];
  }
}
