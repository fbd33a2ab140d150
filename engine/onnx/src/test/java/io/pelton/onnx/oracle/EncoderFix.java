package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks up what the peer does not find. */
final class EncoderFix {
  private EncoderFix() {}

  /** The value of the key NaN wherever the input is NaN. */
  static Map<String, Flat> nanKeys(NodeView node, Tensor input, Map<String, Flat> peer) {
    double[] keys = node.reals("keys_floats");
    int place = 0;
    while (!Double.isNaN(keys[place])) {
      place++;
    }
    Flat found = peer.get(node.output(0));
    List<Object> right = new ArrayList<>(found.elements());
    double[] asked = input.toDoubles();
    for (int i = 0; i < asked.length; i++) {
      if (Double.isNaN(asked[i])) {
        right.set(i, value(node, found.type(), place));
      }
    }
    return Map.of(node.output(0), found.with(right));
  }

  private static Object value(NodeView node, String type, int place) {
    return switch (type) {
      case "STRING" -> node.texts("values_strings").get(place);
      case "I64" -> node.integers("values_int64s").get(place);
      default -> (float) node.reals("values_floats")[place];
    };
  }
}
