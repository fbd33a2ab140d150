package io.pelton.onnx.op;

import io.pelton.engine.graph.LinalgOp.Det;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.ValueId;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;

/** Products of matrices. */
final class LinalgOperators {
  private LinalgOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("MatMul", 1, LinalgOperators::matMul);
    ops.add("Det", 11, LinalgOperators::determinant);
    ops.add("Gemm", 1, LinalgOperators::gemmWithBroadcastFlag);
    ops.add("Gemm", 7, node -> gemm(node, 3));
    ops.add("Gemm", 11, node -> gemm(node, 2));
  }

  private static List<ValueId> matMul(OnnxNode node) {
    node.expect(2);
    return node.apply(new MatMul());
  }

  private static List<ValueId> determinant(OnnxNode node) {
    node.expect(1);
    return node.apply(new Det());
  }

  /** C stretches whether the flag is set or not: without it, C has the product's shape anyway. */
  private static List<ValueId> gemmWithBroadcastFlag(OnnxNode node) {
    node.attributes().flag("broadcast", false);
    return gemm(node, 3);
  }

  private static List<ValueId> gemm(OnnxNode node, int operands) {
    node.expect(operands, 3);
    Attributes attributes = node.attributes();
    return node.apply(
        new Gemm(
            attributes.number("alpha", 1),
            attributes.number("beta", 1),
            attributes.flag("transA", false),
            attributes.flag("transB", false)));
  }
}
