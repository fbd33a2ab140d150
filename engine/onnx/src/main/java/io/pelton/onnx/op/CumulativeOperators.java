package io.pelton.onnx.op;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Cumulate;
import io.pelton.engine.graph.ValueId;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;

/** Operators whose elements combine all before them along an axis. */
final class CumulativeOperators {
  private CumulativeOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("CumSum", 11, node -> cumulate(node, OpKind.CUM_SUM));
    ops.add("CumProd", 26, node -> cumulate(node, OpKind.CUM_PROD));
  }

  private static List<ValueId> cumulate(OnnxNode node, OpKind kind) {
    node.expect(2);
    Attributes attributes = node.attributes();
    return node.apply(
        new Cumulate(kind, attributes.flag("exclusive", false), attributes.flag("reverse", false)));
  }
}
