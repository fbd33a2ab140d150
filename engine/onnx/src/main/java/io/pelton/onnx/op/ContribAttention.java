package io.pelton.onnx.op;

import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.graph.ViewOp.Squeeze;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Self-attention of ONNX Runtime. Operands: input [B, S, D], weights [D, 3 * N * H], optional bias
 * [3 * N * H], optional mask [B, T], and optional past keys and values [2, B, N, P, H]; T is P + S.
 * Outputs: [B, S, N * H] and keys and values [2, B, N, T, H].
 */
final class ContribAttention {
  private final OnnxNode node;
  private final Steps steps;
  private final long heads;
  private final long features;

  private ContribAttention(OnnxNode node) {
    this.node = node;
    this.steps = new Steps(node);
    this.heads = node.attributes().required("num_heads", node.attributes().integer("num_heads"));
    Shape weights = node.shape(1);
    node.support(weights.isFixed(), "needs weights of a fixed shape");
    node.check(
        weights.rank() == 2 && heads > 0 && weights.extent(1).max() % (3 * heads) == 0,
        "weights " + weights + " do not divide into " + heads + " heads of three");
    this.features = weights.extent(1).max() / (3 * heads);
  }

  static List<ValueId> translate(OnnxNode node) {
    node.check(node.count() >= 2 && node.count() <= 7, "it should have 2 to 7 inputs");
    ContribOperators.supportFloats(node, 0);
    Attributes attributes = node.attributes();
    node.support(!attributes.has("qkv_hidden_sizes"), "'qkv_hidden_sizes' is not supported");
    node.support(!attributes.flag("do_rotary", false), "'do_rotary' is not supported");
    node.support(
        !attributes.flag("past_present_share_buffer", false),
        "'past_present_share_buffer' is not supported");
    attributes.integer("rotary_embedding_dim"); // of 'do_rotary'
    node.support(!node.has(5) && !node.has(6), "inputs beyond the past are not supported");
    return new ContribAttention(node).outputs();
  }

  private List<ValueId> outputs() {
    ValueId product = steps.apply(new MatMul(), node.operand(0), node.operand(1));
    ValueId shifted = node.has(2) ? steps.binary(OpKind.ADD, product, node.operand(2)) : product;
    ValueId split = reshape(shifted, 0, 0, 3, heads, features);
    ValueId turned = steps.transpose(split, 2, 0, 3, 1, 4);
    ValueId present = steps.slice(turned, 0, 1, 3);
    if (node.has(4)) {
      present = steps.concat(3, List.of(node.operand(4), present));
    }
    ValueId keys = steps.transpose(part(present, 0), 0, 1, 3, 2);
    ValueId scores = steps.apply(new MatMul(), part(turned, 0), keys);
    double scale = 1 / Math.sqrt((double) features);
    scores =
        steps.binary(
            OpKind.MUL,
            scores,
            steps.scalar(scores, node.attributes().number("scale").orElse((float) scale)));
    List<ValueId> mask = mask(scores, present);
    if (!mask.isEmpty()) {
      scores = steps.binary(OpKind.ADD, scores, mask.get(0));
    }
    ValueId weights = steps.apply(new Softmax(-1, false), scores);
    ValueId sums = steps.apply(new MatMul(), weights, part(present, 1));
    ValueId joined = steps.transpose(sums, 0, 2, 1, 3);
    return List.of(reshape(joined, 0, 0, heads * features), present);
  }

  private ValueId reshape(ValueId x, long... dims) {
    return steps.apply(new Reshape(false), x, node.constant("shape", dims));
  }

  /** One of the tensors along axis 0. */
  private ValueId part(ValueId x, long index) {
    ValueId slice = steps.slice(x, 0, index, index + 1);
    return steps.apply(new Squeeze(), slice, node.constant("axes", 0));
  }

  /** What is added to the scores: the filter's value where the mask is 0, and no future. */
  private List<ValueId> mask(ValueId scores, ValueId present) {
    List<ValueId> mask = new ArrayList<>();
    ValueId zero = steps.scalar(scores, 0);
    float filter = node.attributes().number("mask_filter_value", -10000f);
    if (node.has(3)) {
      Shape shape = node.shape(3);
      node.support(
          shape.isRanked() && shape.rank() == 2 && node.dtype(3) == DType.I32,
          "a mask " + shape + " is not supported; only an element for each key is");
      ValueId none = node.constant("none", Tensor.allocate(DType.I32));
      ValueId kept = steps.binary(OpKind.GREATER, node.operand(3), none);
      mask.add(steps.unsqueeze(steps.where(kept, zero, steps.scalar(scores, filter)), 1, 2));
    }
    if (node.attributes().flag("unidirectional", false)) {
      ValueId other = mask.isEmpty() ? zero : mask.remove(0);
      mask.add(
          steps.where(isPast(present), other, steps.scalar(scores, -(double) Float.MAX_VALUE)));
    }
    return mask;
  }

  /** For each query and key, whether the key is not after the query; the last ones are aligned. */
  private ValueId isPast(ValueId present) {
    Shape input = node.shape(0);
    node.support(input.isRanked() && input.rank() == 3, "needs an input of 3 axes");
    Extent keys = node.has(3) ? node.shape(3).extent(1) : node.tensor(present).shape().extent(3);
    ValueId rows = steps.apply(new Iota(DType.I64, Shape.of(input.extent(1), Extent.fixed(1)), 0));
    ValueId columns = steps.apply(new Iota(DType.I64, Shape.of(keys), 0));
    if (node.has(4)) {
      rows = steps.binary(OpKind.ADD, rows, steps.apply(new ShapeOf(3, 4), node.operand(4)));
    }
    return steps.binary(OpKind.LESS_OR_EQUAL, columns, rows);
  }
}
