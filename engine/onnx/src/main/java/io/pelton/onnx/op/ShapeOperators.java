package io.pelton.onnx.op;

import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Expand;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.graph.ViewOp.Slice;
import io.pelton.engine.graph.ViewOp.Squeeze;
import io.pelton.engine.graph.ViewOp.Transpose;
import io.pelton.engine.graph.ViewOp.Unsqueeze;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.Arrays;
import java.util.List;

/** Operators that rearrange elements. */
final class ShapeOperators {
  private ShapeOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Shape", 1, node -> shape(node, 0, Long.MAX_VALUE));
    ops.add("Shape", 15, ShapeOperators::partOfShape);
    ops.add("Reshape", 1, ShapeOperators::reshapeByAttribute);
    ops.add("Reshape", 5, node -> reshape(node, false));
    ops.add("Reshape", 14, node -> reshape(node, node.attributes().flag("allowzero", false)));
    ops.add("Flatten", 1, ShapeOperators::flatten);
    ops.add("Squeeze", 1, ShapeOperators::squeezeByAttribute);
    ops.add("Squeeze", 13, node -> apply(node, new Squeeze(), 1, 2));
    ops.add("Unsqueeze", 1, ShapeOperators::unsqueezeByAttribute);
    ops.add("Unsqueeze", 13, node -> apply(node, new Unsqueeze(), 2, 2));
    ops.add("Transpose", 1, ShapeOperators::transpose);
    ops.add("Slice", 1, ShapeOperators::sliceByAttributes);
    ops.add("Slice", 10, node -> apply(node, new Slice(), 3, 5));
    ops.add("Concat", 1, node -> concat(node, node.attributes().smallInteger("axis", 1)));
    ops.add("Concat", 4, ShapeOperators::concatAtRequiredAxis);
    ops.add("Gather", 1, ShapeOperators::gather);
    ops.add("NonZero", 9, ShapeOperators::nonZero);
    ops.add("Expand", 8, node -> apply(node, new Expand(), 2, 2));
  }

  private static List<ValueId> apply(OnnxNode node, Op op, int least, int most) {
    node.expect(least, most);
    return node.apply(op);
  }

  private static List<ValueId> shape(OnnxNode node, long start, long end) {
    return apply(node, new ShapeOf(start, end), 1, 1);
  }

  private static List<ValueId> partOfShape(OnnxNode node) {
    long start = node.attributes().integer("start", 0);
    return shape(node, start, node.attributes().integer("end", Long.MAX_VALUE));
  }

  private static List<ValueId> reshapeByAttribute(OnnxNode node) {
    node.expect(1);
    long[] shape = node.attributes().required("shape", node.attributes().integers("shape"));
    return node.apply(new Reshape(false), node.operand(0), node.constant("shape", shape));
  }

  private static List<ValueId> reshape(OnnxNode node, boolean allowsZero) {
    return apply(node, new Reshape(allowsZero), 2, 2);
  }

  private static List<ValueId> flatten(OnnxNode node) {
    return apply(node, new Flatten(node.attributes().smallInteger("axis", 1)), 1, 1);
  }

  private static List<ValueId> squeezeByAttribute(OnnxNode node) {
    node.expect(1);
    return node.attributes()
        .integers("axes")
        .map(axes -> node.apply(new Squeeze(), node.operand(0), node.constant("axes", axes)))
        .orElseGet(() -> node.apply(new Squeeze()));
  }

  private static List<ValueId> unsqueezeByAttribute(OnnxNode node) {
    node.expect(1);
    long[] axes = node.attributes().required("axes", node.attributes().integers("axes"));
    return node.apply(new Unsqueeze(), node.operand(0), node.constant("axes", axes));
  }

  private static List<ValueId> transpose(OnnxNode node) {
    long[] order = node.attributes().integersOrNone("perm");
    for (long axis : order) {
      node.check(axis == (int) axis, "'perm' is out of range: " + axis);
    }
    List<Integer> axes = Arrays.stream(order).mapToObj(Math::toIntExact).toList();
    return apply(node, new Transpose(axes), 1, 1);
  }

  private static List<ValueId> sliceByAttributes(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    ValueId starts =
        node.constant("starts", attributes.required("starts", attributes.integers("starts")));
    ValueId ends = node.constant("ends", attributes.required("ends", attributes.integers("ends")));
    return attributes
        .integers("axes")
        .map(
            axes ->
                node.apply(new Slice(), node.operand(0), starts, ends, node.constant("axes", axes)))
        .orElseGet(() -> node.apply(new Slice(), node.operand(0), starts, ends));
  }

  private static List<ValueId> concatAtRequiredAxis(OnnxNode node) {
    node.attributes().required("axis", node.attributes().integer("axis"));
    return concat(node, node.attributes().smallInteger("axis", 0));
  }

  private static List<ValueId> concat(OnnxNode node, int axis) {
    int operands = Math.max(node.count(), 1);
    return apply(node, new Concat(axis), operands, operands);
  }

  /** The columns up to the count. Texts are zero where they are empty. */
  private static List<ValueId> nonZero(OnnxNode node) {
    node.expect(1);
    SymbolId count = node.freshSymbol();
    Steps steps = new Steps(node);
    ValueId x = node.operand(0);
    if (node.dtype(0) == DType.STRING) {
      ValueId empty = node.constant("empty", Tensor.of(new String[] {""}));
      x = steps.unary(OpKind.NOT, steps.binary(OpKind.EQUAL, x, empty));
    }
    ValueId indices = steps.apply(new NonZeroIndices(count), x);
    return node.apply(new Narrow(1, DynScalar.of(Extent.symbolic(count))), indices);
  }

  private static List<ValueId> gather(OnnxNode node) {
    return apply(node, new Gather(node.attributes().smallInteger("axis", 0)), 2, 2);
  }
}
