package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.score.Finish;
import io.pelton.cuda.kernel.score.PairRule;
import io.pelton.engine.graph.ScoringOp.LinearClassifier;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/**
 * LinearClassifier with integer labels. With several rows of coefficients the largest raw score
 * wins, the first of equal ones; with one it decides between two labels, or says 1 above 0.
 */
final class LinearClassifierKernel implements FixedKernel {
  private static final long[] ZERO_AND_ONE = {0, 1};

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    LinearClassifier op = (LinearClassifier) node.op();
    int outputs = LinearModel.outputs(node, op.coefficients(), op.intercepts());
    long labels = op.labels().layout().elements();
    node.inference()
        .check(
            outputs == 1 || outputs == labels,
            "has " + labels + " labels for " + outputs + " rows of coefficients");
    boolean hasOwnLabels = outputs > 1 || labels == 2;
    return new LinearModel(
            op.coefficients(),
            op.intercepts(),
            finish(op, outputs, labels),
            hasOwnLabels ? op.labels().toLongs() : ZERO_AND_ONE)
        .bind(node, in[0], out[0], out[1]);
  }

  private static Finish finish(LinearClassifier op, int outputs, long labels) {
    if (outputs > 1) {
      return Finish.classes(op.post(), true);
    }
    return labels == 2
        ? Finish.pair(PairRule.unlessProbit(op.post(), PairRule.COMPLEMENT), 0)
        : Finish.oneLabel(op.post());
  }
}
