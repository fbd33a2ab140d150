package io.pelton.cuda.kernel.tree;

import io.pelton.cuda.kernel.score.Finish;
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
    ForestCheck.run(op.forest(), targets, ForestNodes.MAX_FEATURE, node.inference()::invalid);
    Finish finish = Finish.scores(op.post());
    return new ForestLaunch(op.forest(), targets, op.aggregate(), finish)
        .bind(node, in[0], base(node, op), new long[0], null, out[0]);
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
