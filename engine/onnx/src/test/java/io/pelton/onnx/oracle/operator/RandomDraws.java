package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.oracle.operator.OperatorDraws.ALL;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.NUMBERS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.union;

import io.pelton.engine.tensor.DType;
import io.pelton.onnx.TensorProtos;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Operators that draw numbers themselves. */
final class RandomDraws {
  private static final String REASON = "Nothing says which numbers these are.";

  private RandomDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.addWithoutPeer("RandomUniform", FLOATS, REASON, node -> ofShape(node, "low", "high"));
    draws.addWithoutPeer("RandomNormal", FLOATS, REASON, node -> ofShape(node, "mean", "scale"));
    draws.addWithoutPeer("RandomUniformLike", ALL, REASON, node -> like(node, "low", "high"));
    draws.addWithoutPeer("RandomNormalLike", ALL, REASON, node -> like(node, "mean", "scale"));
    draws.addWithoutPeer("Multinomial", FLOATS, REASON, RandomDraws::multinomial);
    draws.addWithoutPeer("Bernoulli", FLOATS, REASON, RandomDraws::bernoulli);
  }

  private static void numbers(NodeCase node, String first, String second) {
    if (node.draw().chance(0.5)) {
      node.attribute(number(first, -1));
    }
    if (node.draw().chance(0.5)) {
      node.attribute(number(second, 2));
    }
    seed(node);
  }

  private static void seed(NodeCase node) {
    if (node.draw().chance(0.5)) {
      node.attribute(number("seed", node.draw().below(9)));
    }
  }

  private static void dtype(NodeCase node, boolean isNeeded, Set<DType> dtypes) {
    if (isNeeded || node.draw().chance(0.5)) {
      DType dtype = node.draw().one(dtypes.stream().sorted().toList());
      node.attribute(integer("dtype", TensorProtos.code(dtype)));
    }
  }

  /** The dtype is an attribute. */
  private static void ofShape(NodeCase node, String first, String second) {
    node.attribute(integers("shape", node.values().shape(0, 4)));
    if (node.dtype() != DType.F32 || node.draw().chance(0.5)) {
      node.attribute(integer("dtype", TensorProtos.code(node.dtype())));
    }
    numbers(node, first, second);
  }

  private static void like(NodeCase node, String first, String second) {
    node.operand(node.values().plain(node.dtype(), node.values().shape(0, 4)));
    dtype(node, !node.dtype().isFloat(), FLOATS);
    numbers(node, first, second);
  }

  private static void multinomial(NodeCase node) {
    long[] dims = node.values().lengths(2);
    node.input(node.values().between(node.dtype(), -2, 1, dims));
    dtype(node, false, EnumSet.of(DType.I32, DType.I64));
    if (node.draw().chance(0.6)) {
      node.attribute(integer("sample_size", node.draw().between(1, 5)));
    }
    seed(node);
  }

  private static void bernoulli(NodeCase node) {
    node.input(node.values().between(node.dtype(), 0, 1, node.values().shape(0, 4)));
    dtype(node, false, union(NUMBERS, EnumSet.copyOf(List.of(DType.BOOL))));
    seed(node);
  }
}
