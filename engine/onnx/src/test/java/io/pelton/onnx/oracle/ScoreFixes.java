package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** Puts scores right that the peer has half right. */
final class ScoreFixes {
  private ScoreFixes() {}

  static int labels(NodeView node) {
    return node.integers("classlabels_ints").size() + node.texts("classlabels_strings").size();
  }

  /**
   * Pairs [-p, p] of the quantiles p that the peer did write.
   *
   * @param distance of the peer's quantiles from each other
   */
  static Map<String, Flat> quantiles(NodeView node, Map<String, Flat> peer, int distance) {
    Flat scores = peer.get(node.output(1));
    List<Object> right = new ArrayList<>();
    for (int row = 0; row < scores.dims().get(0); row++) {
      float quantile = (Float) scores.elements().get(row * distance);
      right.add(-quantile);
      right.add(quantile);
    }
    return Map.of(node.output(1), scores.with(right));
  }

  /** Zeros where the peer has nothing but NaN, unless they come from the features. */
  static Map<String, Flat> zeros(NodeView node, Tensor features, Map<String, Flat> peer) {
    String output = node.output(node.node().getOutputCount() - 1);
    Flat scores = peer.get(output);
    List<Object> right = new ArrayList<>(scores.elements());
    int width = scores.width();
    for (int row = 0; row < scores.dims().get(0); row++) {
      List<Object> own = right.subList(row * width, (row + 1) * width);
      boolean isNumber =
          TreeFacts.isForest(node)
              || DoubleStream.of(Tensors.rows(features, row, row + 1).toDoubles())
                  .allMatch(Double::isFinite);
      if (isNumber && own.stream().allMatch(score -> ((Float) score).isNaN())) {
        Collections.fill(own, 0f);
      }
    }
    return Map.of(output, scores.with(right));
  }
}
