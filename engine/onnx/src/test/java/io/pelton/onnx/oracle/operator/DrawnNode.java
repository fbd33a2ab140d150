package io.pelton.onnx.oracle.operator;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.operator.NodeCase.Source;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What a drawn node says, for definitions that compute it anew. */
final class DrawnNode {
  private final NodeCase made;
  private final Map<Integer, double[]> numbers = new HashMap<>();

  DrawnNode(NodeCase made) {
    this.made = made;
  }

  long opset() {
    return made.opset();
  }

  DType dtype() {
    return made.dtype();
  }

  boolean has(int operand) {
    return operand < made.operands().size()
        && made.operands().get(operand).source() != Source.ABSENT
        && Values.count(dims(operand)) > 0;
  }

  long[] dims(int operand) {
    return tensor(operand).dims();
  }

  private Tensor tensor(int operand) {
    return made.operands().get(operand).tensor();
  }

  /** Of a float, integer or flag. */
  double[] numbers(int operand) {
    return numbers.computeIfAbsent(operand, this::decoded);
  }

  private double[] decoded(int operand) {
    Tensor tensor = tensor(operand);
    if (tensor.dtype().isFloat()) {
      return tensor.toDoubles();
    }
    long[] integers = tensor.toLongs();
    double[] numbers = new double[integers.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = integers[i];
    }
    return numbers;
  }

  long[] integers(int operand) {
    return tensor(operand).toLongs();
  }

  private Optional<AttributeProto> attribute(String name) {
    return made.attributes().stream().filter(given -> given.getName().equals(name)).findFirst();
  }

  long integer(String name, long usual) {
    return attribute(name).map(AttributeProto::getI).orElse(usual);
  }

  float number(String name, float usual) {
    return attribute(name).map(AttributeProto::getF).orElse(usual);
  }

  String text(String name, String usual) {
    return attribute(name).map(given -> given.getS().toStringUtf8()).orElse(usual);
  }

  /** As many as the usual ones. */
  long[] integers(String name, long... usual) {
    return attribute(name)
        .map(given -> given.getIntsList().stream().mapToLong(value -> value).toArray())
        .orElse(usual);
  }
}
