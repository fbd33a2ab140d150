package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.block.FloatRows;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.score.Scores;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** TreeEnsembleRegressor; a target without votes has its base value. */
final class TreeRegressorKernel implements FixedKernel {
  private final Descents descents;

  TreeRegressorKernel(Descents descents) {
    this.descents = descents;
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    TreeRegressor op = (TreeRegressor) node.op();
    int targets = op.targets();
    node.inference().check(targets > 0, "should have at least one target but has " + targets);
    Votes votes =
        node.prepared(
            op, Votes.class, () -> Votes.of(op.forest(), targets, node.inference()::invalid));
    double[] base = base(node, op);
    RowScorer scorer =
        RowScorer.of(node, op.forest(), votes, targets, op.aggregate(), in[0], descents);
    Rows rows = new Rows(node, out[0]);
    FloatRows output = new FloatRows(out[0], targets);
    double[] scores = new double[targets];
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          scorer.open(from, end);
          for (int row = from; row < end; row++) {
            scorer.score(row);
            int to = at + (row - from) * targets;
            if (targets == 1) {
              target[to] = Scores.single(op.post(), scorer.score(0, base[0]));
              continue;
            }
            for (int i = 0; i < targets; i++) {
              scores[i] = scorer.score(i, base[i]);
            }
            Scores.write(op.post(), scores, targets, target, to);
          }
        };
    return active -> output.write(rows.elements(active) / targets, loop);
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
