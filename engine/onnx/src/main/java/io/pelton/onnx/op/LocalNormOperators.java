package io.pelton.onnx.op;

import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.graph.ViewOp.Squeeze;
import io.pelton.engine.graph.Window;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.Arrays;
import java.util.List;

/** Normalizations over chosen axes, or over neighbouring channels. */
final class LocalNormOperators {
  /** Spatial axes that a pooling of three axes, one of them the channels, has room for. */
  private static final int MOST_AXES = 4;

  private LocalNormOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("MeanVarianceNormalization", 9, LocalNormOperators::meanVariance);
    ops.add("LRN", 1, LocalNormOperators::responses);
  }

  /** {@code (x - mean) / (deviation + 1e-9)}. */
  private static List<ValueId> meanVariance(OnnxNode node) {
    node.expect(1);
    Steps steps = new Steps(node);
    ValueId axes =
        node.constant(
            "axes", node.attributes().integers("axes").orElseGet(() -> new long[] {0, 2, 3}));
    ValueId x = steps.wide(node.operand(0));
    ValueId centred = steps.binary(OpKind.SUB, x, steps.reduce(OpKind.REDUCE_MEAN, true, x, axes));
    ValueId squares = steps.binary(OpKind.MUL, centred, centred);
    ValueId deviation =
        steps.unary(OpKind.SQRT, steps.reduce(OpKind.REDUCE_MEAN, true, squares, axes));
    ValueId divisor = steps.binary(OpKind.ADD, deviation, steps.scalar(x, 1e-9));
    return List.of(steps.cast(steps.binary(OpKind.DIV, centred, divisor), node.dtype(0)));
  }

  /**
   * {@code x / (bias + alpha * m)^beta}, where m is the mean square of as many neighbouring
   * channels as 'size' says, with zeros beyond the first and the last one.
   */
  private static List<ValueId> responses(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    long size = attributes.required("size", attributes.integer("size"));
    node.check(size > 0 && size <= Short.MAX_VALUE, "'size' is " + size);
    float alpha = attributes.number("alpha", 1e-4f);
    float beta = attributes.number("beta", 0.75f);
    float bias = attributes.number("bias", 1);
    Steps steps = new Steps(node);
    ValueId x = steps.wide(node.operand(0));
    ValueId mean = meanOfChannels(node, steps.binary(OpKind.MUL, x, x), (int) size);
    ValueId scaled = steps.binary(OpKind.MUL, mean, steps.scalar(x, alpha));
    ValueId base = steps.binary(OpKind.ADD, scaled, steps.scalar(x, bias));
    ValueId divisor = steps.binary(OpKind.POW, base, steps.scalar(x, beta));
    return List.of(steps.cast(steps.binary(OpKind.DIV, x, divisor), node.dtype(0)));
  }

  /** The channels are one more spatial axis, along which the window lies. */
  private static ValueId meanOfChannels(OnnxNode node, ValueId squares, int size) {
    int rank = node.rank(0);
    node.check(rank >= 2, "the input " + node.shape(0) + " has no channels");
    Steps steps = new Steps(node);
    boolean isFlat = rank > MOST_AXES;
    ValueId channels =
        isFlat
            ? steps.apply(new Reshape(false), squares, node.constant("planes", 0, 0, -1))
            : squares;
    int axes = isFlat ? 2 : rank - 1;
    Pool mean =
        new Pool(
            OpKind.AVERAGE_POOL,
            first(axes, size, 1),
            new Window(
                first(axes, 1, 1),
                first(axes, (size - 1) / 2, 0),
                first(axes, size / 2, 0),
                first(axes, 1, 1)),
            true);
    ValueId means =
        steps.apply(
            new Squeeze(),
            steps.apply(mean, steps.unsqueeze(channels, 1)),
            node.constant("axis", 1));
    return isFlat
        ? steps.apply(
            new Reshape(true), means, steps.apply(new ShapeOf(0, Long.MAX_VALUE), squares))
        : means;
  }

  private static List<Integer> first(int count, int first, int others) {
    Integer[] values = new Integer[count];
    Arrays.fill(values, others);
    values[0] = first;
    return List.of(values);
  }
}
