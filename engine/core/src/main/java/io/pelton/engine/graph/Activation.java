package io.pelton.engine.graph;

import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import java.util.Arrays;
import java.util.Optional;

/** What a product ends with: an elementwise op of one operand, or nothing. */
public enum Activation {
  NONE,
  RELU,
  SIGMOID,
  TANH,
  GELU,
  GELU_TANH;

  /** The activation that computes what the op does; empty where there is none. */
  public static Optional<Activation> of(Op op) {
    return Arrays.stream(values())
        .filter(activation -> activation.op().filter(op::equals).isPresent())
        .findFirst();
  }

  /** The op that computes the same, bit for bit; empty for {@link #NONE}. */
  public Optional<Op> op() {
    return Optional.ofNullable(
        switch (this) {
          case NONE -> null;
          case RELU -> new Unary(OpKind.RELU);
          case SIGMOID -> new Unary(OpKind.SIGMOID);
          case TANH -> new Unary(OpKind.TANH);
          case GELU -> new Gelu(Gelu.Approximation.NONE);
          case GELU_TANH -> new Gelu(Gelu.Approximation.TANH);
        });
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
