package io.pelton.cuda.kernel.tree;

import io.pelton.cuda.kernel.score.Finish;
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
    ForestCheck.run(op.forest(), targets, ForestNodes.MAX_FEATURE, node.inference()::invalid);
    Finish finish = Finish.scores(op.post());
    return new ForestLaunch(op.forest(), targets, op.aggregate(), finish)
        .bind(node, in[0], new double[targets], new long[0], null, out[0]);
  }
}
