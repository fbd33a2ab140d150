package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.EnumSet;

/** Operators on boxes. */
final class BoxDraws {
  private BoxDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("NonMaxSuppression", EnumSet.of(DType.F32), BoxDraws::suppression);
  }

  /** Corners in a small field, so that many boxes overlap; scores that differ from each other. */
  private static void suppression(NodeCase node) {
    Draw draw = node.draw();
    long batch = draw.between(1, 2);
    long classes = draw.between(1, 3);
    long boxes = draw.chance(0.08) ? 0 : draw.between(1, 8);
    node.operand(node.values().between(DType.F32, 0, 8, batch, boxes, 4));
    int count = (int) (batch * classes * boxes);
    int[] at = {0};
    Integer[] order = draw.order(count).toArray(new Integer[0]);
    node.operand(
        Values.floats(DType.F32, () -> (order[at[0]++] - count / 4) / 8.0, batch, classes, boxes));
    int given = draw.below(4);
    if (given > 0) {
      scalar(node, draw.chance(0.8), Tensor.of(new long[] {draw.below(5)}));
    }
    if (given > 1) {
      scalar(node, draw.chance(0.8), number(draw.one(0.0, 0.25, 0.5, 0.75, 1.0)));
    }
    if (given > 2) {
      scalar(node, draw.chance(0.8), number(draw.one(-0.1, 0.0, 0.5, 1.1)));
    }
    if (draw.chance(0.5)) {
      node.attribute(integer("center_point_box", draw.below(2)));
    }
  }

  private static Tensor number(double number) {
    return Tensor.of(new float[] {(float) number});
  }

  /** As a scalar or with one axis. */
  private static void scalar(NodeCase node, boolean isGiven, Tensor number) {
    if (!isGiven) {
      node.absent();
    } else if (node.draw().chance(0.5)) {
      node.operand(number);
    } else {
      node.operand(new Tensor(number.storage(), number.layout().reshape(1).orElseThrow()));
    }
  }
}
