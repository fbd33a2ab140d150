package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.FloatRows;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.cpu.kernel.score.LabelColumn;
import io.pelton.cpu.kernel.score.PairRule;
import io.pelton.cpu.kernel.score.Scores;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.SvmClassifier;
import io.pelton.engine.graph.SupportVectors;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/**
 * SVMClassifier, with the readings of ONNX Runtime where the operator's definition has none.
 *
 * <ul>
 *   <li>With support vectors the class with most pairwise votes wins. Scores are probabilities
 *       where prob_a and prob_b are given; else one per pair of classes, or, of two classes with
 *       score s for the first, [-s, s] with {@code NONE}, quantiles [-p, p] with {@code PROBIT} and
 *       [1 - s, s] otherwise.
 *   <li>Without, every class has a row of weights, and the first rho is added to all. The largest
 *       score wins; but of two classes the second also wins where the largest score is above 0, or
 *       from 0.5 up if no weight is negative.
 * </ul>
 */
final class SvmClassifierKernel implements FixedKernel {
  private static final float LEAST_PROBABILITY = 1e-7f;

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    SvmClassifier op = (SvmClassifier) node.op();
    SupportVectors model = op.vectors();
    int classes = Math.toIntExact(op.labels().layout().elements());
    FeatureRows features = FeatureRows.of(in[0]);
    Rows rows = new Rows(node, out[0]);
    checkProbabilities(node.inference(), model);
    if (model.isLinear()) {
      return linear(op, weights(node.inference(), model, classes), features, rows, out);
    }
    PairwiseScores scores = PairwiseScores.of(node.inference(), model, classes);
    if (model.hasProbabilities()) {
      node.inference()
          .check(
              model.probA().layout().elements() >= scores.pairs(),
              "should have prob_a and prob_b for " + scores.pairs() + " pairs of classes");
      return probabilities(op, scores, features, rows, out);
    }
    return classes == 2
        ? oneScore(op, scores, features, rows, out)
        : scorePairs(op, scores, features, rows, out);
  }

  private static void checkProbabilities(Inference inference, SupportVectors model) {
    long a = model.probA().layout().elements();
    long b = model.probB().layout().elements();
    inference.check(a == b, "has " + a + " prob_a but " + b + " prob_b");
  }

  private static LinearScores weights(Inference inference, SupportVectors model, int classes) {
    Tensor weights = model.coefficients();
    long expected = (long) classes * model.features();
    inference.check(
        weights.layout().elements() == expected,
        "should have " + expected + " weights but has " + weights.layout().elements());
    inference.check(model.rho().layout().elements() > 0, "should have a rho");
    float[] rho = new float[classes];
    Arrays.fill(rho, model.rho().toFloats()[0]);
    return LinearScores.of(
        inference,
        Tensor.of(weights.toFloats(), classes, model.features()),
        Tensor.of(rho, classes));
  }

  private static Call linear(
      SvmClassifier op, LinearScores linear, FeatureRows features, Rows rows, Operand[] out) {
    int classes = linear.outputs();
    LabelColumn labels = LabelColumn.of(op.labels(), out[0]);
    boolean mayForceSecond = classes == 2 && !op.vectors().hasProbabilities();
    boolean hasNegative = hasNegative(op.vectors().coefficients());
    double[] scores = new double[classes];
    FloatRows output = new FloatRows(out[1], classes);
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          for (int row = from; row < end; row++) {
            Scores.widen(linear.score(features, row), scores);
            int best = Scores.firstMaximum(scores, classes);
            boolean isSecond =
                mayForceSecond && (hasNegative ? scores[best] > 0 : scores[best] >= 0.5);
            labels.put(isSecond ? 1 : best);
            if (classes == 1) {
              target[at + row - from] = Scores.single(op.post(), scores[0]);
            } else {
              Scores.write(op.post(), scores, classes, target, at + (row - from) * classes);
            }
          }
        };
    return active -> {
      labels.start();
      output.write(rows.elements(active), loop);
    };
  }

  private static boolean hasNegative(Tensor coefficients) {
    for (float coefficient : coefficients.toFloats()) {
      if (coefficient < 0) {
        return true;
      }
    }
    return false;
  }

  private static Call oneScore(
      SvmClassifier op, PairwiseScores pairwise, FeatureRows features, Rows rows, Operand[] out) {
    LabelColumn labels = LabelColumn.of(op.labels(), out[0]);
    PairRule rule =
        PairRule.unlessProbit(
            op.post(), op.post() == PostTransform.NONE ? PairRule.OPPOSITE : PairRule.COMPLEMENT);
    FloatRows output = new FloatRows(out[1], 2);
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          for (int row = from; row < end; row++) {
            rule.write(pairwise.score(features, row)[0], target, at + 2 * (row - from));
            labels.put(pairwise.winner());
          }
        };
    return active -> {
      labels.start();
      output.write(rows.elements(active), loop);
    };
  }

  private static Call scorePairs(
      SvmClassifier op, PairwiseScores pairwise, FeatureRows features, Rows rows, Operand[] out) {
    LabelColumn labels = LabelColumn.of(op.labels(), out[0]);
    int pairs = pairwise.pairs();
    double[] scores = new double[pairs];
    FloatRows output = new FloatRows(out[1], pairs);
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          for (int row = from; row < end; row++) {
            Scores.widen(pairwise.score(features, row), scores);
            Scores.write(op.post(), scores, pairs, target, at + (row - from) * pairs);
            labels.put(pairwise.winner());
          }
        };
    return active -> {
      labels.start();
      output.write(rows.elements(active), loop);
    };
  }

  private static Call probabilities(
      SvmClassifier op, PairwiseScores pairwise, FeatureRows features, Rows rows, Operand[] out) {
    int classes = Math.toIntExact(op.labels().layout().elements());
    float[] a = op.vectors().probA().toFloats();
    float[] b = op.vectors().probB().toFloats();
    LabelColumn labels = LabelColumn.of(op.labels(), out[0]);
    PairwiseCoupling coupling = new PairwiseCoupling(classes);
    float[] pairs = new float[classes * classes];
    double[] scores = new double[classes];
    FloatRows output = new FloatRows(out[1], classes);
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          for (int row = from; row < end; row++) {
            fill(pairs, classes, pairwise.score(features, row), a, b);
            Scores.widen(coupling.couple(pairs), scores);
            Scores.write(op.post(), scores, classes, target, at + (row - from) * classes);
            labels.put(pairwise.winner());
          }
        };
    return active -> {
      labels.start();
      output.write(rows.elements(active), loop);
    };
  }

  /** Platt's sigmoid of every pairwise score, for both directions. */
  private static void fill(float[] pairs, int classes, float[] scores, float[] a, float[] b) {
    int pair = 0;
    for (int i = 0; i < classes; i++) {
      for (int j = i + 1; j < classes; j++) {
        float margin = scores[pair] * a[pair] + b[pair];
        float probability = (float) Scores.logistic(-margin);
        probability = Math.max(probability, LEAST_PROBABILITY);
        probability = Math.min(probability, 1 - LEAST_PROBABILITY);
        pairs[i * classes + j] = probability;
        pairs[j * classes + i] = 1 - probability;
        pair++;
      }
    }
  }
}
