package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.DeviceTables;
import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.kernel.score.Finish;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Tensor;

/**
 * Products of feature rows with coefficients, plus intercepts: a thread for each output of a row.
 *
 * @param coefficients F32 [outputs, features]
 * @param intercepts F32, one per output or empty
 * @param labelValues of the classes, empty for a regressor
 */
record LinearModel(Tensor coefficients, Tensor intercepts, Finish finish, long[] labelValues) {
  private static final int MAX_ROWS = Geometry.BLOCK;

  /** Checks the parameters of the op. */
  static int outputs(NodeSpec node, Tensor coefficients, Tensor intercepts) {
    int outputs = Math.toIntExact(coefficients.layout().dim(0));
    long count = intercepts.layout().elements();
    node.inference().check(outputs > 0, "should have coefficients for at least one output");
    node.inference()
        .check(
            count == 0 || count == outputs,
            "has " + count + " intercepts for " + outputs + " outputs");
    return outputs;
  }

  /**
   * @param labels written by a classifier; null for a regressor
   */
  Call bind(NodeSpec node, Operand in, Operand labels, Operand scores) {
    int outputs = Math.toIntExact(coefficients.layout().dim(0));
    int features = Math.toIntExact(coefficients.layout().dim(1));
    int count = in.layout().rank() == 1 ? 1 : Math.toIntExact(in.layout().dim(0));
    int rows = Math.max(1, MAX_ROWS / outputs);
    DeviceTables tables = node.prepared(node.op(), DeviceTables.class, () -> tables(node));
    LaunchBuilder launch =
        new LaunchBuilder(node, Columns.MODULE, ElementType.function("linear", in.dtype()))
            .pointer(in)
            .pointer(labels)
            .pointer(scores)
            .extent(count)
            .i32(Columns.of(in))
            .i32(features)
            .i32(outputs);
    for (int table = 0; table < 3; table++) {
      tables.put(launch, table);
    }
    return finish
        .put(launch)
        .i32(rows)
        .over(Geometry.blocks(((long) count + rows - 1) / rows, Geometry.BLOCK));
  }

  /** Coefficients transposed, so that neighbouring threads read neighbouring ones. */
  private DeviceTables tables(NodeSpec node) {
    int outputs = Math.toIntExact(coefficients.layout().dim(0));
    float[] transposed =
        new Tensor(coefficients.storage(), coefficients.layout().permute(1, 0)).toFloats();
    float[] given = intercepts.toFloats();
    float[] starts = given.length == 0 ? new float[outputs] : given;
    return DeviceTables.of(
        node,
        Tensor.of(transposed, transposed.length),
        Tensor.of(starts, outputs),
        Tensor.of(labelValues, labelValues.length));
  }
}
