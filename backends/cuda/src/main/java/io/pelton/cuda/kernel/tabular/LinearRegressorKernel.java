package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.score.Finish;
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
    LinearModel.outputs(node, op.coefficients(), op.intercepts());
    Finish finish = Finish.scores(op.post());
    return new LinearModel(op.coefficients(), op.intercepts(), finish, new long[0])
        .bind(node, in[0], null, out[0]);
  }
}
