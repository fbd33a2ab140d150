package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.DeviceTables;
import io.pelton.cuda.kernel.score.Codes;
import io.pelton.cuda.kernel.score.Finish;
import io.pelton.cuda.kernel.score.PairRule;
import io.pelton.cuda.launch.LaunchBuilder;
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
 * SVMClassifier with integer labels, with the plain kernel's readings of the operator's definition:
 * by the votes of pairs of classes where there are support vectors, else by a row of weights for
 * each class.
 */
final class SvmClassifierKernel implements FixedKernel {
  /** {@code SvmOutput} in {@code svm.cu}. */
  private enum Output {
    ONE_SCORE(0),
    PAIRS(1),
    PROBABILITIES(2);

    private final int code;

    Output(int code) {
      this.code = code;
    }
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    SvmClassifier op = (SvmClassifier) node.op();
    SupportVectors model = op.vectors();
    int classes = Math.toIntExact(op.labels().layout().elements());
    long a = model.probA().layout().elements();
    long b = model.probB().layout().elements();
    node.inference().check(a == b, "has " + a + " prob_a but " + b + " prob_b");
    return model.isLinear()
        ? linear(node, op, classes).bind(node, in[0], out[0], out[1])
        : pairs(node, op, SvmPairs.of(node.inference(), model, classes), in[0], out);
  }

  private static LinearModel linear(NodeSpec node, SvmClassifier op, int classes) {
    SupportVectors model = op.vectors();
    long expected = (long) classes * model.features();
    long found = model.coefficients().layout().elements();
    node.inference()
        .check(found == expected, "should have " + expected + " weights but has " + found);
    node.inference().check(model.rho().layout().elements() > 0, "should have a rho");
    float[] weights = model.coefficients().toFloats();
    float[] rho = new float[classes];
    Arrays.fill(rho, model.rho().toFloats()[0]);
    Tensor coefficients = Tensor.of(weights, classes, model.features());
    Tensor intercepts = Tensor.of(rho, classes);
    LinearModel.outputs(node, coefficients, intercepts);
    return new LinearModel(
        coefficients, intercepts, linearFinish(op, classes, weights), op.labels().toLongs());
  }

  private static Finish linearFinish(SvmClassifier op, int classes, float... weights) {
    if (classes != 2 || op.vectors().hasProbabilities()) {
      return Finish.classes(op.post(), true);
    }
    boolean hasNegative = false;
    for (float weight : weights) {
      hasNegative |= weight < 0;
    }
    return Finish.second(op.post(), hasNegative, hasNegative ? 0 : 0.5);
  }

  private static Call pairs(
      NodeSpec node, SvmClassifier op, SvmPairs pairs, Operand in, Operand[] out) {
    Output output = output(op.vectors(), pairs.classes());
    int rows = SvmLaunch.rows(node, in, pairs.bytesPerRow());
    DeviceTables tables =
        node.prepared(op, DeviceTables.class, () -> pairs.tables(node, op.labels().toLongs()));
    PairRule rule =
        PairRule.unlessProbit(
            op.post(), op.post() == PostTransform.NONE ? PairRule.OPPOSITE : PairRule.COMPLEMENT);
    LaunchBuilder launch =
        SvmLaunch.start(node, "svm_classify", in).pointer(out[0]).pointer(out[1]);
    SvmLaunch.put(launch, in, op.vectors());
    int shared = Math.toIntExact(rows * pairs.bytesPerRow());
    return pairs
        .put(launch, tables)
        .i32(output.code)
        .i32(Codes.of(op.post()))
        .i32(Codes.of(rule))
        .i32(Columns.of(out[1]))
        .i32(rows)
        .over(SvmLaunch.blocks(in, rows).sharing(shared));
  }

  private static Output output(SupportVectors model, int classes) {
    if (model.hasProbabilities()) {
      return Output.PROBABILITIES;
    }
    return classes == 2 ? Output.ONE_SCORE : Output.PAIRS;
  }
}
