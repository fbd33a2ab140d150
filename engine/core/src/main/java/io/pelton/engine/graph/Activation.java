package io.pelton.engine.graph;

import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import java.util.Arrays;
import java.util.Optional;

/** What a product ends with: an elementwise op of one operand, or nothing. */
public enum Activation {
  NONE(null),
  RELU(new Unary(OpKind.RELU)),
  SIGMOID(new Unary(OpKind.SIGMOID)),
  TANH(new Unary(OpKind.TANH)),
  GELU(new Gelu(Gelu.Approximation.NONE)),
  GELU_TANH(new Gelu(Gelu.Approximation.TANH));

  private final ElementwiseOp op;

  Activation(ElementwiseOp op) {
    this.op = op;
  }

  /** The op that computes the same, bit for bit; empty for {@link #NONE}. */
  public Optional<Op> op() {
    return Optional.ofNullable(op);
  }

  /** The activation that computes what the op does; empty where there is none. */
  public static Optional<Activation> of(Op op) {
    return Arrays.stream(values()).filter(activation -> op.equals(activation.op)).findFirst();
  }

  /** The activation of a value, as a node of its own; the value itself for {@link #NONE}. */
  ValueId apply(Graph graph, String name, ValueId value) {
    return op().map(op -> graph.apply(name, op, value)).orElse(value);
  }

  /** {@code Dense} as {@code Dense+Relu}. */
  String appendTo(String label) {
    return op().map(op -> label + "+" + op.label()).orElse(label);
  }
}
