package io.pelton.onnx.op;

import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.ElementwiseOp.Gelu.Approximation;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.List;

/** Fused operators of transformers, as ONNX Runtime's documentation of its own defines them. */
final class ContribOperators {
  private ContribOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Gelu", 1, node -> gelu(node, 1, Approximation.NONE));
    ops.add("FastGelu", 1, node -> gelu(node, 2, Approximation.TANH));
    ops.add("BiasGelu", 1, ContribOperators::biasGelu);
    ops.add("SkipLayerNormalization", 1, ContribOperators::skipLayerNorm);
    ops.add("EmbedLayerNormalization", 1, ContribOperators::embedLayerNorm);
    ops.add("Attention", 1, ContribAttention::translate);
  }

  static void supportFloats(OnnxNode node, int operand) {
    DType dtype = node.dtype(operand);
    node.support(
        dtype == DType.F32 || dtype == DType.F64, "inputs of " + dtype + " are not supported");
  }

  private static List<ValueId> biasGelu(OnnxNode node) {
    node.expect(2);
    return gelu(node, 2, Approximation.NONE);
  }

  private static List<ValueId> gelu(OnnxNode node, int operands, Approximation approximation) {
    node.expect(1, operands);
    supportFloats(node, 0);
    Steps steps = new Steps(node);
    ValueId x = node.operand(0);
    ValueId shifted = node.has(1) ? steps.binary(OpKind.ADD, x, node.operand(1)) : x;
    return List.of(steps.apply(new Gelu(approximation), shifted));
  }

  /** Normalizes the last axis of {@code sum}, with optional bias. */
  private static ValueId normalized(OnnxNode node, ValueId sum, ValueId scale, int bias) {
    LayerNorm op = new LayerNorm(-1, node.attributes().number("epsilon", 1e-12f));
    Steps steps = new Steps(node);
    return node.has(bias)
        ? steps.apply(op, sum, scale, node.operand(bias))
        : steps.apply(op, sum, scale);
  }

  /** Operands: input, skip, gamma, then optionally beta and bias. */
  private static List<ValueId> skipLayerNorm(OnnxNode node) {
    node.expect(3, 5);
    supportFloats(node, 0);
    node.support(!node.wants(1) && !node.wants(2), "statistics are not supported");
    Steps steps = new Steps(node);
    ValueId sum = steps.binary(OpKind.ADD, node.operand(0), node.operand(1));
    ValueId shifted = node.has(4) ? steps.binary(OpKind.ADD, sum, node.operand(4)) : sum;
    ValueId normal = normalized(node, shifted, node.operand(2), 3);
    return List.of(normal, ValueId.ABSENT, ValueId.ABSENT, shifted);
  }

  /**
   * Operands: ids, optional segments, tables of words, positions and optional segments, gamma,
   * beta, then optionally a mask and positions, which count from 0 otherwise.
   */
  private static List<ValueId> embedLayerNorm(OnnxNode node) {
    for (int operand : new int[] {0, 2, 3, 5, 6}) {
      node.operand(operand); // refuses where it is missing
    }
    node.check(node.count() <= 9, "it should have 7 to 9 inputs but has " + node.count());
    supportFloats(node, 2);
    node.attributes().integer("mask_index_type"); // of an output that is not supported
    Steps steps = new Steps(node);
    ValueId sum =
        steps.binary(
            OpKind.ADD,
            steps.apply(new Gather(0), node.operand(2), node.operand(0)),
            steps.apply(new Gather(0), node.operand(3), positions(node)));
    node.check(node.has(1) == node.has(4), "segments and their table should be given together");
    if (node.has(1)) {
      ValueId segments = steps.apply(new Gather(0), node.operand(4), node.operand(1));
      sum = steps.binary(OpKind.ADD, sum, segments);
    }
    List<ValueId> outputs = new ArrayList<>();
    outputs.add(normalized(node, sum, node.operand(5), 6));
    outputs.add(node.wants(1) ? noMask(node) : ValueId.ABSENT);
    outputs.add(sum);
    return outputs;
  }

  private static ValueId positions(OnnxNode node) {
    if (node.has(8)) {
      return node.operand(8);
    }
    node.check(node.rank(0) == 2, "ids should have 2 axes but are " + node.shape(0));
    return new Steps(node).apply(new Iota(DType.I64, Shape.of(node.shape(0).extent(1)), 0));
  }

  /** Zeros, which say that nothing is masked. */
  private static ValueId noMask(OnnxNode node) {
    node.support(!node.has(7), "the index of a mask is not supported");
    Steps steps = new Steps(node);
    ValueId zero = node.constant("zero", Tensor.allocate(DType.I32));
    return steps.expand(zero, steps.apply(new ShapeOf(0, 1), node.operand(0)));
  }
}
