package io.pelton.onnx.op;

import io.pelton.engine.graph.IndexOp.SelectBoxes;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;

/** Operators on boxes in images. */
final class BoxOperators {
  private BoxOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("NonMaxSuppression", 10, BoxOperators::nonMaxSuppression);
  }

  /** The boxes up to the count. */
  private static List<ValueId> nonMaxSuppression(OnnxNode node) {
    node.expect(2, 5);
    SymbolId count = node.freshSymbol();
    boolean isCentered = node.attributes().flag("center_point_box", false);
    ValueId boxes = node.apply(new SelectBoxes(isCentered, count)).get(0);
    return node.apply(new Narrow(0, DynScalar.of(Extent.symbolic(count))), boxes);
  }
}
