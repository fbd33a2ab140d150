package io.pelton.onnx.op;

import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import io.pelton.onnx.proto.Texts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Operators without operands. */
final class SourceOperators {
  private SourceOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Constant", 1, node -> constant(node, node.attributes().tensor("value")));
    ops.add("Constant", 11, node -> constant(node, tensor(node)));
    ops.add("Constant", 12, node -> constant(node, anyForm(node)));
  }

  private static List<ValueId> constant(OnnxNode node, Optional<Tensor> value) {
    node.expect(0);
    Tensor tensor =
        value.orElseThrow(() -> node.invalid("an attribute with the constant's value is missing"));
    return List.of(node.constant("value", tensor));
  }

  private static Optional<Tensor> tensor(OnnxNode node) {
    Attributes attributes = node.attributes();
    return one(
        node, Stream.of(attributes.tensor("value"), attributes.sparseTensor("sparse_value")));
  }

  private static Optional<Tensor> anyForm(OnnxNode node) {
    Attributes attributes = node.attributes();
    return one(
        node,
        Stream.of(
            attributes.tensor("value"),
            attributes.sparseTensor("sparse_value"),
            attributes.number("value_float").map(value -> Tensor.of(new float[] {value})),
            attributes.numbers("value_floats").map(list -> Tensor.of(list, list.length)),
            attributes.integer("value_int").map(value -> Tensor.of(new long[] {value})),
            attributes.integers("value_ints").map(list -> Tensor.of(list, list.length)),
            attributes.bytes("value_string").map(Texts::scalar),
            attributes.texts("value_strings").map(Texts::tensor)));
  }

  private static Optional<Tensor> one(OnnxNode node, Stream<Optional<Tensor>> forms) {
    List<Tensor> values = forms.flatMap(Optional::stream).toList();
    node.check(values.size() <= 1, "more than one attribute gives its value");
    return values.stream().findFirst();
  }
}
