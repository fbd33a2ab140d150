package io.pelton.onnx.op;

import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.RandomOp;
import io.pelton.engine.graph.RandomOp.Bernoulli;
import io.pelton.engine.graph.RandomOp.Multinomial;
import io.pelton.engine.graph.RandomOp.Normal;
import io.pelton.engine.graph.RandomOp.Uniform;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import io.pelton.onnx.proto.ElementTypes;
import java.util.List;
import java.util.Optional;

/**
 * Operators that draw random numbers, but for {@link DropoutOperator}. Where a node has no seed,
 * that of the run counts, and the node's first output tells it from others.
 *
 * <p>Bernoulli yields 1 with the probability that it is given, as the standard's text says; the
 * function that the standard defines it by, which ONNX Runtime runs, yields 0 instead.
 */
final class RandomOperators {
  private RandomOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("RandomUniform", 1, node -> ofShape(node, uniform(node, dtype(node, DType.F32))));
    ops.add("RandomNormal", 1, node -> ofShape(node, normal(node, dtype(node, DType.F32))));
    ops.add("RandomUniformLike", 1, node -> like(node, uniform(node, dtypeLike(node))));
    ops.add("RandomNormalLike", 1, node -> like(node, normal(node, dtypeLike(node))));
    ops.add("Multinomial", 7, RandomOperators::multinomial);
    ops.add("Bernoulli", 15, RandomOperators::bernoulli);
  }

  private static Uniform uniform(OnnxNode node, DType dtype) {
    float low = node.attributes().number("low", 0);
    return new Uniform(key(node), dtype, low, node.attributes().number("high", 1));
  }

  private static Normal normal(OnnxNode node, DType dtype) {
    float mean = node.attributes().number("mean", 0);
    return new Normal(key(node), dtype, mean, node.attributes().number("scale", 1));
  }

  /** Seeds are floats; what counts is their whole part as an unsigned integer of 32 bits. */
  private static RandomKey key(OnnxNode node) {
    RandomKey key = node.randomKey();
    return node.attributes()
        .number("seed")
        .map(seed -> key.withSeed(Integer.toUnsignedLong((int) seed.longValue())))
        .orElse(key);
  }

  private static List<ValueId> ofShape(OnnxNode node, RandomOp op) {
    node.expect(0);
    long[] lengths = node.attributes().required("shape", node.attributes().integers("shape"));
    return node.apply(op, node.constant("shape", lengths));
  }

  private static List<ValueId> like(OnnxNode node, RandomOp op) {
    node.expect(1);
    ValueId shape = new Steps(node).apply(new ShapeOf(0, Long.MAX_VALUE), node.operand(0));
    return node.apply(op, shape);
  }

  private static List<ValueId> multinomial(OnnxNode node) {
    node.expect(1);
    int samples = node.attributes().smallInteger("sample_size", 1);
    return node.apply(new Multinomial(key(node), samples, dtype(node, DType.I32)));
  }

  private static List<ValueId> bernoulli(OnnxNode node) {
    node.expect(1);
    DType dtype = dtype(node, node.dtype(0));
    Steps steps = new Steps(node);
    return List.of(steps.cast(steps.apply(new Bernoulli(key(node)), node.operand(0)), dtype));
  }

  /** The input's dtype where no attribute says another. */
  private static DType dtypeLike(OnnxNode node) {
    return dtype(node, node.dtype(0));
  }

  private static DType dtype(OnnxNode node, DType fallback) {
    Optional<Long> code = node.attributes().integer("dtype");
    return code.isEmpty()
        ? fallback
        : ElementTypes.of(code.get())
            .orElseThrow(() -> node.invalid("'dtype' is no element type: " + code.get()));
  }
}
