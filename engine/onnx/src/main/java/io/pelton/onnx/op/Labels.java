package io.pelton.onnx.op;

import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.proto.Texts;
import java.util.Optional;

/** Lists that are given either as integers or as strings. */
final class Labels {
  private Labels() {}

  /** One-dimensional, I64 or STRING, with at least one element. */
  static Tensor of(OnnxNode node, String integers, String strings) {
    Optional<Tensor> numbers =
        node.attributes()
            .integers(integers)
            .filter(list -> list.length > 0)
            .map(list -> Tensor.of(list, list.length));
    Optional<Tensor> texts =
        node.attributes().texts(strings).filter(list -> !list.isEmpty()).map(Texts::tensor);
    node.check(
        numbers.isPresent() != texts.isPresent(),
        "exactly one of '" + integers + "' and '" + strings + "' should be given");
    return numbers.or(() -> texts).orElseThrow();
  }
}
