package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.FloatRows;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.cpu.kernel.score.LabelColumn;
import io.pelton.cpu.kernel.score.PairRule;
import io.pelton.cpu.kernel.score.Scores;
import io.pelton.engine.graph.ScoringOp.LinearClassifier;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/**
 * LinearClassifier. With several coefficient rows the largest raw score wins, the first of equal
 * ones. With one row, score s, it says as ONNX Runtime does:
 *
 * <ul>
 *   <li>two labels: the second where s is above 0; scores [1 - s, s] whatever the transform, but
 *       quantiles [-p, p] for {@code PROBIT}, which reads s as a probability
 *   <li>another number of labels: the label 1, in the labels' type, where s is above 0, else 0; one
 *       score, transformed by {@code PROBIT} only
 * </ul>
 *
 * {@code multi_class} has no effect.
 */
final class LinearClassifierKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    LinearClassifier op = (LinearClassifier) node.op();
    LinearScores linear = LinearScores.of(node.inference(), op.coefficients(), op.intercepts());
    long labels = op.labels().layout().elements();
    node.inference()
        .check(
            linear.outputs() == 1 || linear.outputs() == labels,
            "has " + labels + " labels for " + linear.outputs() + " rows of coefficients");
    Rows rows = new Rows(node, out[0]);
    FeatureRows features = FeatureRows.of(in[0]);
    return linear.outputs() == 1
        ? oneScore(op, linear, labels == 2, features, rows, out)
        : scoreEach(op, linear, features, rows, out);
  }

  private static Call oneScore(
      LinearClassifier op,
      LinearScores linear,
      boolean isPair,
      FeatureRows features,
      Rows rows,
      Operand[] out) {
    LabelColumn labels =
        isPair ? LabelColumn.of(op.labels(), out[0]) : LabelColumn.zeroAndOne(op.labels(), out[0]);
    PairRule rule = PairRule.unlessProbit(op.post(), PairRule.COMPLEMENT);
    FloatRows output = new FloatRows(out[1], isPair ? 2 : 1);
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          for (int row = from; row < end; row++) {
            float score = linear.score(features, row)[0];
            labels.put(score > 0 ? 1 : 0);
            if (isPair) {
              rule.write(score, target, at + 2 * (row - from));
            } else {
              target[at + row - from] = Scores.single(op.post(), score);
            }
          }
        };
    return active -> {
      labels.start();
      output.write(rows.elements(active), loop);
    };
  }

  private static Call scoreEach(
      LinearClassifier op, LinearScores linear, FeatureRows features, Rows rows, Operand[] out) {
    int classes = linear.outputs();
    LabelColumn labels = LabelColumn.of(op.labels(), out[0]);
    double[] scores = new double[classes];
    FloatRows output = new FloatRows(out[1], classes);
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          for (int row = from; row < end; row++) {
            Scores.widen(linear.score(features, row), scores);
            labels.put(Scores.firstMaximum(scores, classes));
            Scores.write(op.post(), scores, classes, target, at + (row - from) * classes);
          }
        };
    return active -> {
      labels.start();
      output.write(rows.elements(active), loop);
    };
  }
}
