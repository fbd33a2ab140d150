package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.DeviceTables;
import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Tensor;

/** Scaler: F64 is scaled in double precision and rounded at the end, other dtypes at the start. */
final class ScalerKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Scaler op = (Scaler) node.op();
    float[] offset = op.offset().toFloats();
    float[] scale = op.scale().toFloats();
    int columns = Columns.of(in[0]);
    long elements = in[0].layout().elements();
    int offsetStep = Columns.step(node.inference(), "offset", offset.length, columns);
    int scaleStep = Columns.step(node.inference(), "scale", scale.length, columns);
    DeviceTables tables =
        node.prepared(
            op,
            DeviceTables.class,
            () ->
                DeviceTables.of(
                    node, Tensor.of(offset, offset.length), Tensor.of(scale, scale.length)));
    LaunchBuilder launch =
        new LaunchBuilder(node, Columns.MODULE, ElementType.function("scale", in[0].dtype()))
            .pointer(in[0])
            .pointer(out[0])
            .extent(elements)
            .i32(columns);
    tables.put(launch, 0).i32(offsetStep);
    return tables.put(launch, 1).i32(scaleStep).over(Geometry.threads(elements));
  }
}
