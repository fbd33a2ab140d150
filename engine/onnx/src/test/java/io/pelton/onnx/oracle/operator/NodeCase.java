package io.pelton.onnx.oracle.operator;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A node of one operator that is being drawn. Operands are added in the operator's order, and by
 * default there is one output.
 */
final class NodeCase {
  /** Where an operand comes from. */
  enum Source {
    FED,
    INITIALIZER,
    /** Fed, but to bodies of the node, which read it by its name. */
    CAPTURED,
    ABSENT
  }

  /**
   * @param tensor null for an absent one
   */
  record Operand(Source source, Tensor tensor) {}

  private final String domain;
  private final String op;
  private final long opset;
  private final DType dtype;
  private final Draw draw;
  private final String name;
  private final Values values;
  private final List<Operand> operands = new ArrayList<>();
  private final List<AttributeProto> attributes = new ArrayList<>();
  private int outputs = 1;
  private Tolerance tolerance;
  private Optional<String> beyondPeer = Optional.empty();

  NodeCase(String domain, String op, long opset, DType dtype, Draw draw, String name) {
    this.domain = domain;
    this.op = op;
    this.opset = opset;
    this.dtype = dtype;
    this.draw = draw;
    this.name = name;
    this.values = new Values(draw);
    this.tolerance = Tolerance.of(dtype);
  }

  /** Choices. */
  Draw draw() {
    return draw;
  }

  /** Operands' elements and lengths. */
  Values values() {
    return values;
  }

  /** That of the operator's main operand. */
  DType dtype() {
    return dtype;
  }

  long opset() {
    return opset;
  }

  /** True for that version and later ones. */
  boolean since(long version) {
    return opset >= version;
  }

  /** An operand that is always fed. */
  NodeCase input(Tensor tensor) {
    operands.add(new Operand(Source.FED, tensor));
    return this;
  }

  /** An operand that is always an initializer. */
  NodeCase constant(Tensor tensor) {
    operands.add(new Operand(Source.INITIALIZER, tensor));
    return this;
  }

  /** An operand that is either. */
  NodeCase operand(Tensor tensor) {
    return draw.chance(0.5) ? input(tensor) : constant(tensor);
  }

  /**
   * A value that is no operand of the node but of nodes in its bodies.
   *
   * @return its name
   */
  String captured(Tensor tensor) {
    long before = operands.stream().filter(operand -> operand.source() == Source.CAPTURED).count();
    operands.add(new Operand(Source.CAPTURED, tensor));
    return NodeModel.captured((int) before);
  }

  NodeCase absent() {
    operands.add(new Operand(Source.ABSENT, null));
    return this;
  }

  NodeCase attribute(AttributeProto attribute) {
    attributes.add(attribute);
    return this;
  }

  NodeCase outputs(int count) {
    outputs = count;
    return this;
  }

  /** Outputs are sums, whose exactness goes by their largest terms. */
  NodeCase sums() {
    tolerance = tolerance.ofSums();
    return this;
  }

  /** Instead of that of the dtype. */
  NodeCase tolerance(Tolerance other) {
    tolerance = other;
    return this;
  }

  /** The peer is not asked: it dies over such a node, or is wrong where the definition is clear. */
  NodeCase beyondPeer(String reason) {
    beyondPeer = Optional.of(reason);
    return this;
  }

  String domain() {
    return domain;
  }

  String op() {
    return op;
  }

  List<Operand> operands() {
    return operands;
  }

  List<AttributeProto> attributes() {
    return attributes;
  }

  int outputCount() {
    return outputs;
  }

  Tolerance tolerance() {
    return tolerance;
  }

  Optional<String> beyondPeer() {
    return beyondPeer;
  }

  /** With all that it takes to see what was drawn. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name + ": " + op + "-" + opset + "[" + dtype + "](");
    for (Operand operand : operands) {
      text.append(operand.source() == Source.INITIALIZER ? " constant " : " ");
      text.append(operand.tensor() == null ? "absent" : DrawnText.text(operand.tensor()));
    }
    text.append(") {");
    attributes.forEach(attribute -> text.append(' ').append(DrawnText.text(attribute)));
    return text.append(" }").toString();
  }
}
