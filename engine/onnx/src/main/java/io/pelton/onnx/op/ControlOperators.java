package io.pelton.onnx.op;

import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.ControlOp.If;
import io.pelton.engine.graph.ControlOp.ScanAxis;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.onnx.op.BodyImporter.Body;
import io.pelton.onnx.op.BodyImporter.Feed;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.List;

/** Operators that run graphs which they own, but for {@link LoopOperator}. */
final class ControlOperators {
  private ControlOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("If", 1, ControlOperators::conditional);
    ops.add(
        "Scan",
        8,
        node -> {
          throw node.unsupported("scans over batches, as of opset 8, are not supported");
        });
    ops.add("Scan", 9, ControlOperators::scan);
  }

  private static List<ValueId> conditional(OnnxNode node) {
    node.expect(1);
    Body then = node.body("then_branch", List.of());
    Body otherwise = node.body("else_branch", List.of());
    List<ValueId> operands = new ArrayList<>(List.of(node.operand(0)));
    operands.addAll(then.captures());
    operands.addAll(otherwise.captures());
    return node.apply(new If(then.graph(), otherwise.graph()), operands);
  }

  private static List<ValueId> scan(OnnxNode node) {
    Attributes attributes = node.attributes();
    int scanned = attributes.smallInteger("num_scan_inputs", 0);
    node.check(
        scanned > 0 && scanned <= node.count(),
        "attribute 'num_scan_inputs' should be from 1 to the number of inputs, "
            + node.count()
            + ", but is "
            + scanned);
    int states = node.count() - scanned;
    List<ScanAxis> inputs = axes(node, "scan_input", scanned);
    List<Feed> feeds = new ArrayList<>();
    for (int i = 0; i < node.count(); i++) {
      TensorType type = node.tensor(i);
      feeds.add(new Feed(i < states ? type : slice(node, type, inputs.get(i - states)), true));
    }
    Body body = node.body("body", feeds);
    int outputs = body.graph().outputs().size() - states;
    node.check(
        outputs >= 0,
        "its body should have an output for each of "
            + states
            + " states but has "
            + body.graph().outputs().size());
    ControlOp op = new ControlOp.Scan(body.graph(), inputs, axes(node, "scan_output", outputs));
    return node.apply(op, node.operandsAnd(body.captures()));
  }

  private static TensorType slice(OnnxNode node, TensorType whole, ScanAxis scanned) {
    if (!whole.shape().isRanked()) {
      return whole;
    }
    int rank = whole.shape().rank();
    node.check(
        scanned.axis() >= -rank && scanned.axis() < rank,
        "axis " + scanned.axis() + " of a scanned input is outside of " + whole);
    List<Extent> extents = new ArrayList<>(whole.shape().extents());
    extents.remove(scanned.axis() < 0 ? scanned.axis() + rank : scanned.axis());
    return new TensorType(whole.dtype(), Shape.of(extents));
  }

  /** Along axis 0 and forward where the attributes are not given. */
  private static List<ScanAxis> axes(OnnxNode node, String which, int count) {
    long[] axes = node.attributes().integers(which + "_axes").orElseGet(() -> new long[count]);
    long[] directions =
        node.attributes().integers(which + "_directions").orElseGet(() -> new long[count]);
    node.attributes().checkLength(which + "_axes", axes.length, count);
    node.attributes().checkLength(which + "_directions", directions.length, count);
    List<ScanAxis> scanned = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      node.check(
          directions[i] == 0 || directions[i] == 1,
          which + "_directions should be 0 or 1 but has " + directions[i]);
      node.check(axes[i] == (int) axes[i], which + "_axes is out of range: " + axes[i]);
      scanned.add(new ScanAxis((int) axes[i], directions[i] == 1));
    }
    return scanned;
  }
}
