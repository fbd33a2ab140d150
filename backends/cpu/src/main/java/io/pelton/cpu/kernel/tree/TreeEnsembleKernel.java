package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.block.DoubleOutput;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.score.Scores;
import io.pelton.engine.graph.ScoringOp.TreeEnsemble;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** TreeEnsemble in float64; a target without votes has 0. */
final class TreeEnsembleKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    TreeEnsemble op = (TreeEnsemble) node.op();
    int targets = op.targets();
    node.inference().check(targets > 0, "should have at least one target but has " + targets);
    Votes votes =
        node.prepared(
            op, Votes.class, () -> Votes.of(op.forest(), targets, node.inference()::invalid));
    RowScorer scorer =
        RowScorer.of(node, op.forest(), votes, targets, op.aggregate(), in[0], Descents.NONE);
    Rows rows = new Rows(node, out[0]);
    DoubleOutput output = new DoubleOutput(out[0], targets);
    double[] scores = new double[targets];
    return active -> {
      int end = rows.elements(active) / targets;
      scorer.open(0, end);
      for (int row = 0; row < end; row++) {
        scorer.score(row);
        for (int i = 0; i < targets; i++) {
          scores[i] = scorer.score(i, 0);
        }
        Scores.transform(op.post(), scores, targets);
        output.open(row * targets, targets);
        System.arraycopy(scores, 0, output.array(), output.at(), targets);
        output.commit();
      }
    };
  }
}
