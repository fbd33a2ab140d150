package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.FloatRows;
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
    FloatRows output = new FloatRows(out[0], targets);
    double[] scores = new double[targets];
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          for (int row = from; row < end; row++) {
            float[] sums = linear.score(features, row);
            int to = at + (row - from) * targets;
            if (targets == 1) {
              target[to] = Scores.single(op.post(), sums[0]);
            } else {
              Scores.widen(sums, scores);
              Scores.write(op.post(), scores, targets, target, to);
            }
          }
        };
    return active -> output.write(rows.elements(active) / targets, loop);
  }
}
