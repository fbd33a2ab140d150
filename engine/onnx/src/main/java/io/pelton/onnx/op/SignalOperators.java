package io.pelton.onnx.op;

import io.pelton.engine.graph.SignalOp.Dft;
import io.pelton.engine.graph.SignalOp.MelWeights;
import io.pelton.engine.graph.SignalOp.Stft;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import io.pelton.onnx.proto.ElementTypes;
import java.util.List;

/** Operators on signals. */
final class SignalOperators {
  private SignalOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("DFT", 17, SignalOperators::dftAlongAttribute);
    ops.add("DFT", 20, SignalOperators::dft);
    ops.add("STFT", 17, SignalOperators::stft);
    ops.add("MelWeightMatrix", 17, SignalOperators::melWeightMatrix);
  }

  private static List<ValueId> dftAlongAttribute(OnnxNode node) {
    node.expect(1, 2);
    return dft(node, node.attributes().smallInteger("axis", 1));
  }

  private static List<ValueId> dft(OnnxNode node) {
    node.expect(1, 3);
    return dft(node, -2);
  }

  private static List<ValueId> dft(OnnxNode node, int axis) {
    boolean isInverse = node.attributes().flag("inverse", false);
    boolean isOneSided = node.attributes().flag("onesided", false);
    return node.apply(new Dft(axis, isInverse, isOneSided));
  }

  private static List<ValueId> stft(OnnxNode node) {
    node.expect(2, 4);
    return node.apply(new Stft(node.attributes().flag("onesided", true)));
  }

  private static List<ValueId> melWeightMatrix(OnnxNode node) {
    node.expect(5);
    long code = node.attributes().integer("output_datatype", 1);
    DType dtype =
        ElementTypes.of(code)
            .filter(DType::isNumeric)
            .orElseThrow(() -> node.invalid("'output_datatype' is " + code));
    node.support(!dtype.isFloat() || Steps.isSupportedFloat(dtype), "outputs of " + dtype);
    Steps steps = new Steps(node);
    ValueId weights = node.apply(new MelWeights(dtype.isFloat() ? dtype : DType.F64)).get(0);
    return List.of(steps.cast(weights, dtype));
  }
}
