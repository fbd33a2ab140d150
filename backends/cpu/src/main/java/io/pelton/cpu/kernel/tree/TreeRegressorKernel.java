package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.score.Scores;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** TreeEnsembleRegressor; a target without votes has its base value. */
final class TreeRegressorKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    TreeRegressor op = (TreeRegressor) node.op();
    int targets = op.targets();
    node.inference().check(targets > 0, "should have at least one target but has " + targets);
    Votes votes =
        node.prepared(
            op, Votes.class, () -> Votes.of(op.forest(), targets, node.inference()::invalid));
    double[] base = base(node, op);
    RowScorer scorer = RowScorer.of(node, op.forest(), votes, targets, op.aggregate(), in[0]);
    Rows rows = new Rows(node, out[0]);
    double[] scores = new double[targets];
    return active -> {
      int count = rows.elements(active) / targets;
      float[] target = out[0].floats();
      int at = out[0].base();
      for (int row = 0; row < count; row++) {
        scorer.score(row);
        if (targets == 1) {
          target[at + row] = Scores.single(op.post(), scorer.score(0, base[0]));
          continue;
        }
        for (int i = 0; i < targets; i++) {
          scores[i] = scorer.score(i, base[i]);
        }
        Scores.write(op.post(), scores, targets, target, at + row * targets);
      }
    };
  }

  private static double[] base(NodeSpec node, TreeRegressor op) {
    double[] given = op.baseValues().toDoubles();
    node.inference()
        .check(
            given.length == 0 || given.length == op.targets(),
            "has " + given.length + " base values for " + op.targets() + " targets");
    return given.length == 0 ? new double[op.targets()] : given;
  }
}
