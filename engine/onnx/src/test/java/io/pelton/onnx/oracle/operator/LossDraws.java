package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Losses, and dropout, of which inference keeps everything. */
final class LossDraws {
  private LossDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("NegativeLogLikelihoodLoss", FLOATS, LossDraws::loss);
    draws.add(
        "SoftmaxCrossEntropyLoss",
        FLOATS,
        node -> {
          loss(node);
          node.outputs(node.draw().between(1, 2));
        });
    draws.add("Dropout", FLOATS, LossDraws::dropout);
  }

  private static void loss(NodeCase node) {
    Values values = node.values();
    long[] dims = values.lengths(node.draw().between(2, 4));
    int classes = (int) dims[1];
    List<Long> counted = new ArrayList<>();
    for (int axis = 0; axis < dims.length; axis++) {
      if (axis != 1) {
        counted.add(dims[axis]);
      }
    }
    boolean ignores = node.draw().chance(0.5);
    long ignored = node.draw().chance(0.5) ? node.draw().below(classes) : -1;
    node.input(values.plain(node.dtype(), dims)).sums();
    boolean hasIgnored = ignores && ignored < 0;
    Tensor targets =
        Values.longs(
            node.draw().one(DType.I32, DType.I64),
            () -> hasIgnored && node.draw().chance(0.2) ? ignored : node.draw().below(classes),
            counted.stream().mapToLong(Long::longValue).toArray());
    node.operand(targets);
    if (node.draw().chance(0.5)) {
      node.operand(values.between(node.dtype(), 1, 3, classes));
    }
    if (ignores) {
      node.attribute(integer("ignore_index", ignored));
    }
    if (node.draw().chance(0.7)) {
      node.attribute(text("reduction", node.draw().one("none", "sum", "mean")));
    }
  }

  private static void dropout(NodeCase node) {
    Values values = node.values();
    node.input(values.odd(node.dtype(), values.shape(0, 4)));
    if (!node.since(12)) {
      if (!node.since(7)) {
        node.attribute(integer("is_test", 1));
      }
      if (node.draw().chance(0.5)) {
        node.attribute(number("ratio", 0.25f));
      }
      // before version 10, nothing says of which type a mask is
      if (node.since(10) && node.draw().chance(0.5)) {
        node.outputs(2).beyondPeer("It says of nothing that it is kept, in these versions.");
      }
      return;
    }
    if (node.draw().chance(0.6)) {
      node.operand(values.between(node.draw().one(List.copyOf(FLOATS)), 0, 0));
    } else {
      node.absent();
    }
    if (node.draw().chance(0.5)) {
      node.operand(Values.longs(DType.BOOL, () -> 0));
    }
    if (node.draw().chance(0.3)) {
      node.attribute(integer("seed", 3));
    }
    node.outputs(node.draw().between(1, 2));
  }
}
