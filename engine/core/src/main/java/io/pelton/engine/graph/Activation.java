package io.pelton.engine.graph;

import java.util.Optional;

/** What a product ends with: an elementwise op without attributes, or nothing. */
public enum Activation {
  NONE(null),
  RELU(OpKind.RELU),
  SIGMOID(OpKind.SIGMOID),
  TANH(OpKind.TANH);

  private final OpKind kind;

  Activation(OpKind kind) {
    this.kind = kind;
  }

  /** The op that computes the same, bit for bit; empty for {@link #NONE}. */
  public Optional<Op> op() {
    return Optional.ofNullable(kind).map(ElementwiseOp.Unary::new);
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
