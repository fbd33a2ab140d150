package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.DeviceTables;
import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;

/** Imputer; floats go through {@code double}, which is exact. */
final class ImputerKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Imputer op = (Imputer) node.op();
    DType dtype = in[0].dtype();
    long replaced = op.replaced().layout().elements();
    node.inference().check(replaced == 1, "should replace one value but has " + replaced);
    int columns = Columns.of(in[0]);
    long elements = in[0].layout().elements();
    int count = Math.toIntExact(op.values().layout().elements());
    int step = Columns.step(node.inference(), "imputed_value", count, columns);
    DeviceTables values =
        node.prepared(op, DeviceTables.class, () -> DeviceTables.of(node, widened(op, dtype)));
    LaunchBuilder launch =
        new LaunchBuilder(node, Columns.MODULE, ElementType.function("impute", dtype))
            .pointer(in[0])
            .pointer(out[0])
            .extent(elements)
            .i32(columns)
            .i32(step);
    if (dtype.isFloat()) {
      launch.f64(op.replaced().toDoubles()[0]);
    } else {
      launch.i64(op.replaced().toLongs()[0]);
    }
    return values.put(launch, 0).over(Geometry.threads(elements));
  }

  private static Tensor widened(Imputer op, DType dtype) {
    long count = op.values().layout().elements();
    return dtype.isFloat()
        ? Tensor.of(op.values().toDoubles(), count)
        : Tensor.of(op.values().toLongs(), count);
  }
}
