package io.pelton.onnx.op;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import io.pelton.onnx.proto.ElementTypes;
import java.util.List;

/** Windows of signal processing: sums of cosines, computed in float64. */
final class WindowOperators {
  private static final long FLOAT = 1;

  private WindowOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("HannWindow", 17, node -> window(node, 0.5, -0.5));
    ops.add("HammingWindow", 17, node -> window(node, 25.0 / 46.0, -21.0 / 46.0));
    ops.add("BlackmanWindow", 17, node -> window(node, 0.42, -0.5, 0.08));
  }

  /**
   * @param factors of the cosines of 0, 1, 2, ... times the angle
   */
  private static List<ValueId> window(OnnxNode node, double... factors) {
    node.expect(1);
    boolean isPeriodic = node.attributes().flag("periodic", true);
    long code = node.attributes().integer("output_datatype", FLOAT);
    DType to =
        ElementTypes.of(code)
            .orElseThrow(() -> node.invalid("'output_datatype' is no element type: " + code));
    Steps steps = new Steps(node);
    ValueId size = steps.cast(node.operand(0), DType.F64);
    ValueId period = isPeriodic ? size : steps.binary(OpKind.SUB, size, steps.scalar(size, 1));
    ValueId turn = steps.scalar(size, 2 * Math.PI);
    ValueId angle = steps.binary(OpKind.DIV, steps.binary(OpKind.MUL, indices(node), turn), period);
    ValueId sum = ValueId.ABSENT;
    // backwards, so that factors add up to exactly 1 where all cosines are
    for (int n = factors.length - 1; n > 0; n--) {
      ValueId times = n == 1 ? angle : steps.binary(OpKind.MUL, angle, steps.scalar(size, n));
      ValueId wave = steps.unary(OpKind.COS, times);
      ValueId scaled = steps.binary(OpKind.MUL, wave, steps.scalar(size, factors[n]));
      sum = sum.isAbsent() ? scaled : steps.binary(OpKind.ADD, sum, scaled);
    }
    sum = steps.binary(OpKind.ADD, sum, steps.scalar(size, factors[0]));
    return List.of(steps.cast(sum, to));
  }

  /** 0, 1, ... up to the size, which may be known to a run only. */
  private static ValueId indices(OnnxNode node) {
    Shape shape = node.shape(0);
    node.check(
        shape.isFixed() && Layout.elements(shape.dims()) == 1 && shape.rank() <= 1,
        "'size' should be one number but is " + shape);
    Steps steps = new Steps(node);
    ValueId size = steps.cast(node.operand(0), DType.I64);
    ValueId length = shape.rank() == 0 ? steps.unsqueeze(size, 0) : size;
    return steps.cast(steps.indices(length), DType.F64);
  }
}
