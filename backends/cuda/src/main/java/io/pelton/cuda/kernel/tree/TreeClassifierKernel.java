package io.pelton.cuda.kernel.tree;

import io.pelton.cuda.kernel.score.Finish;
import io.pelton.cuda.kernel.score.PairRule;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.Arrays;

/**
 * TreeEnsembleClassifier with integer labels. What the operator's definition leaves open is read as
 * the plain kernel does:
 *
 * <ul>
 *   <li>Two labels, all votes for the first class: the sum is the score of the second label, a
 *       probability with {@code NONE} and no negative weight, else a margin.
 *   <li>Two labels otherwise: the larger score wins, the first of equal ones.
 *   <li>More labels: the same, among the classes that got a vote in this row or have base values.
 *   <li>One label: 1 where its score is above 0, else 0.
 * </ul>
 */
final class TreeClassifierKernel implements FixedKernel {
  private static final long[] ZERO_AND_ONE = {0, 1};

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    TreeClassifier op = (TreeClassifier) node.op();
    int classes = Math.toIntExact(op.labels().layout().elements());
    node.inference().check(classes > 0, "should have at least one label");
    ForestCheck.run(op.forest(), classes, ForestNodes.MAX_FEATURE, node.inference()::invalid);
    ForestVotes votes = new ForestVotes(op.forest());
    double[] base = op.base(node.inference(), votes.voted());
    Finish finish = finish(op, classes, votes);
    long[] labels = classes == 1 ? ZERO_AND_ONE : op.labels().toLongs();
    return new ForestLaunch(op.forest(), classes, Aggregate.SUM, finish)
        .bind(node, in[0], base, labels, out[0], out[1]);
  }

  private static Finish finish(TreeClassifier op, int classes, ForestVotes votes) {
    if (classes == 1) {
      return Finish.oneLabel(op.post());
    }
    if (classes == 2 && Arrays.equals(votes.voted(), new int[] {0})) {
      return pair(op.post(), votes.hasNegative());
    }
    boolean areAllCandidates = classes == 2 || op.baseValues().layout().elements() == classes;
    return Finish.classes(op.post(), areAllCandidates);
  }

  private static Finish pair(PostTransform post, boolean hasNegative) {
    boolean isProbability = post == PostTransform.NONE && !hasNegative;
    PairRule rule =
        switch (post) {
          case NONE -> isProbability ? PairRule.COMPLEMENT : PairRule.OPPOSITE;
          case LOGISTIC -> PairRule.LOGISTIC;
          case SOFTMAX, SOFTMAX_ZERO -> PairRule.OPPOSITE;
          case PROBIT -> PairRule.PROBIT;
        };
    return Finish.pair(rule, isProbability || rule == PairRule.PROBIT ? 0.5 : 0);
  }
}
