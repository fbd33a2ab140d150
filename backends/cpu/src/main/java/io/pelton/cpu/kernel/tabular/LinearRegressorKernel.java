package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.cpu.kernel.score.Scores;
import io.pelton.engine.graph.ScoringOp.LinearRegressor;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** LinearRegressor; a single target is transformed by {@code PROBIT} only. */
final class LinearRegressorKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    LinearRegressor op = (LinearRegressor) node.op();
    LinearScores linear = LinearScores.of(node.inference(), op.coefficients(), op.intercepts());
    int targets = linear.outputs();
    FeatureRows features = FeatureRows.of(in[0]);
    Rows rows = new Rows(node, out[0]);
    double[] scores = new double[targets];
    return active -> {
      int count = rows.elements(active) / targets;
      float[] target = out[0].floats();
      int at = out[0].base();
      for (int row = 0; row < count; row++) {
        float[] sums = linear.score(features, row);
        if (targets == 1) {
          target[at + row] = Scores.single(op.post(), sums[0]);
        } else {
          Scores.widen(sums, scores);
          Scores.write(op.post(), scores, targets, target, at + row * targets);
        }
      }
    };
  }
}
