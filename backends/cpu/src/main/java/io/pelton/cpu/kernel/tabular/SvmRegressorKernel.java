package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.FloatRows;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.ScoringOp.SvmRegressor;
import io.pelton.engine.graph.SupportVectors;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/**
 * SVMRegressor; of one class, 1 for a score above 0 and -1 otherwise. Post transforms have no
 * effect on its single score, as in ONNX Runtime.
 */
final class SvmRegressorKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    SvmRegressor op = (SvmRegressor) node.op();
    SupportVectors model = op.vectors();
    check(node.inference(), model);
    int features = model.features();
    int count = Math.toIntExact(model.vectors().layout().dim(0));
    float[] vectors = model.vectors().toFloats();
    float[] coefficients = model.coefficients().toFloats();
    float rho = model.rho().toFloats()[0];
    VectorKernel kernel = VectorKernel.of(model);
    FeatureRows rows = FeatureRows.of(in[0]);
    Rows extent = new Rows(node, out[0]);
    FloatRows output = new FloatRows(out[0], 1);
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          for (int row = from; row < end; row++) {
            rows.read(row);
            float sum;
            if (count == 0) {
              sum = VectorKernel.dot(rows.array(), rows.at(), coefficients, 0, features);
            } else {
              sum = 0;
              for (int i = 0; i < count; i++) {
                float likeness =
                    kernel.compare(rows.array(), rows.at(), vectors, i * features, features);
                sum = Math.fma(likeness, coefficients[i], sum);
              }
            }
            float score = sum + rho;
            target[at + row - from] = !op.oneClass() ? score : score > 0 ? 1 : -1;
          }
        };
    return active -> output.write(extent.elements(active), loop);
  }

  private static void check(Inference inference, SupportVectors model) {
    long expected = model.isLinear() ? model.features() : model.vectors().layout().dim(0);
    long found = model.coefficients().layout().elements();
    inference.check(
        found == expected, "should have " + expected + " coefficients but has " + found);
    inference.check(model.rho().layout().elements() > 0, "should have a rho");
  }
}
