package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.DeviceTables;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.ScoringOp.SvmRegressor;
import io.pelton.engine.graph.SupportVectors;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Tensor;

/** SVMRegressor; of one class, 1 for a score above 0 and -1 otherwise. */
final class SvmRegressorKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    SvmRegressor op = (SvmRegressor) node.op();
    SupportVectors model = op.vectors();
    check(node.inference(), model);
    DeviceTables tables = node.prepared(op, DeviceTables.class, () -> tables(node, model));
    int rows = SvmLaunch.rows(node, in[0], 0);
    LaunchBuilder launch = SvmLaunch.start(node, "svm_regress", in[0]).pointer(out[0]);
    SvmLaunch.put(launch, in[0], model);
    tables.put(launch, 0);
    return tables
        .put(launch, 1)
        .i32(Math.toIntExact(model.vectors().layout().dim(0)))
        .f32(model.rho().toFloats()[0])
        .i32(op.oneClass() ? 1 : 0)
        .i32(rows)
        .over(SvmLaunch.blocks(in[0], rows));
  }

  private static DeviceTables tables(NodeSpec node, SupportVectors model) {
    float[] vectors = model.vectors().toFloats();
    float[] coefficients = model.coefficients().toFloats();
    return DeviceTables.of(
        node, Tensor.of(vectors, vectors.length), Tensor.of(coefficients, coefficients.length));
  }

  private static void check(Inference inference, SupportVectors model) {
    long expected = model.isLinear() ? model.features() : model.vectors().layout().dim(0);
    long found = model.coefficients().layout().elements();
    inference.check(
        found == expected, "should have " + expected + " coefficients but has " + found);
    inference.check(model.rho().layout().elements() > 0, "should have a rho");
  }
}
