package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.block.FloatRows;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.score.LabelColumn;
import io.pelton.cpu.kernel.score.PairRule;
import io.pelton.cpu.kernel.score.Scores;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.Arrays;

/**
 * TreeEnsembleClassifier. The operator's definition leaves the cases of few labels open:
 *
 * <ul>
 *   <li>Two labels, all votes for the first class: the sum s is the score of the second label. With
 *       {@code NONE} and no negative weight it is a probability: scores [1 - s, s], second label
 *       above 0.5. Otherwise it is a margin, second label above 0: scores [-s, s], or their
 *       logistic function for {@code LOGISTIC}; softmax has no effect. {@code PROBIT} takes s for a
 *       probability: [-p, p] with its quantile p, second label above 0.5.
 *   <li>Two labels otherwise: the larger score wins, the first of equal ones.
 *   <li>More labels: the same, among the classes that got a vote in this row or have base values.
 *   <li>One label: one score, transformed by {@code PROBIT} only. Integer labels say whether it is
 *       above 0, as 1 or 0; a string is always the label.
 * </ul>
 */
final class TreeClassifierKernel implements FixedKernel {
  private final Descents descents;

  TreeClassifierKernel(Descents descents) {
    this.descents = descents;
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    TreeClassifier op = (TreeClassifier) node.op();
    int classes = Math.toIntExact(op.labels().layout().elements());
    node.inference().check(classes > 0, "should have at least one label");
    Votes votes =
        node.prepared(
            op, Votes.class, () -> Votes.of(op.forest(), classes, node.inference()::invalid));
    double[] base = op.base(node.inference(), votes.votedTargets());
    RowScorer scorer =
        RowScorer.of(node, op.forest(), votes, classes, Aggregate.SUM, in[0], descents);
    Rows rows = new Rows(node, out[0]);
    if (classes == 1) {
      return oneLabel(op, scorer, base[0], rows, out);
    }
    return classes == 2 && isOnlyFirst(votes)
        ? oneScore(op, scorer, base[0], votes.hasNegative(), rows, out)
        : oneScoreEach(op, scorer, base, rows, out);
  }

  private static boolean isOnlyFirst(Votes votes) {
    return Arrays.equals(votes.votedTargets(), new int[] {0});
  }

  private static Call oneLabel(
      TreeClassifier op, RowScorer scorer, double base, Rows rows, Operand[] out) {
    boolean isText = op.labels().dtype() == DType.STRING;
    LabelColumn labels =
        isText ? LabelColumn.of(op.labels(), out[0]) : LabelColumn.zeroAndOne(op.labels(), out[0]);
    FloatRows output = new FloatRows(out[1], 1);
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          scorer.open(from, end);
          for (int row = from; row < end; row++) {
            scorer.score(row);
            double score = scorer.score(0, base);
            target[at + row - from] = Scores.single(op.post(), score);
            labels.put(!isText && score > 0 ? 1 : 0);
          }
        };
    return active -> {
      labels.start();
      output.write(rows.elements(active), loop);
    };
  }

  private static Call oneScore(
      TreeClassifier op,
      RowScorer scorer,
      double base,
      boolean hasNegative,
      Rows rows,
      Operand[] out) {
    boolean isProbability = op.post() == PostTransform.NONE && !hasNegative;
    PairRule rule =
        switch (op.post()) {
          case NONE -> isProbability ? PairRule.COMPLEMENT : PairRule.OPPOSITE;
          case LOGISTIC -> PairRule.LOGISTIC;
          case SOFTMAX, SOFTMAX_ZERO -> PairRule.OPPOSITE;
          case PROBIT -> PairRule.PROBIT;
        };
    double threshold = isProbability || rule == PairRule.PROBIT ? 0.5 : 0;
    LabelColumn labels = LabelColumn.of(op.labels(), out[0]);
    FloatRows output = new FloatRows(out[1], 2);
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          scorer.open(from, end);
          for (int row = from; row < end; row++) {
            scorer.score(row);
            double score = scorer.score(0, base);
            rule.write(score, target, at + 2 * (row - from));
            labels.put(score > threshold ? 1 : 0);
          }
        };
    return active -> {
      labels.start();
      output.write(rows.elements(active), loop);
    };
  }

  private static Call oneScoreEach(
      TreeClassifier op, RowScorer scorer, double[] base, Rows rows, Operand[] out) {
    int classes = base.length;
    boolean areAllCandidates = classes == 2 || op.baseValues().layout().elements() == classes;
    LabelColumn labels = LabelColumn.of(op.labels(), out[0]);
    double[] scores = new double[classes];
    FloatRows output = new FloatRows(out[1], classes);
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          scorer.open(from, end);
          for (int row = from; row < end; row++) {
            scorer.score(row);
            for (int i = 0; i < classes; i++) {
              scores[i] = scorer.score(i, base[i]);
            }
            labels.put(
                areAllCandidates ? Scores.firstMaximum(scores, classes) : winner(scorer, scores));
            Scores.write(op.post(), scores, classes, target, at + (row - from) * classes);
          }
        };
    return active -> {
      labels.start();
      output.write(rows.elements(active), loop);
    };
  }

  private static int winner(RowScorer scorer, double[] scores) {
    int best = -1;
    for (int i = 0; i < scores.length; i++) {
      if (scorer.hasVotes(i) && (best < 0 || scores[i] > scores[best])) {
        best = i;
      }
    }
    return Math.max(best, 0);
  }
}
