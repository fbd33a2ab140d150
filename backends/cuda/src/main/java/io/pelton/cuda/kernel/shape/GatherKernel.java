package io.pelton.cuda.kernel.shape;

import io.pelton.cuda.kernel.FoldedAxes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** Takes slices of the data by their index along one axis. */
final class GatherKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Layout data = in[0].layout();
    Layout indices = in[1].layout();
    int axis = node.inference().axis(((Gather) node.op()).axis(), data.rank());
    long length = data.dim(axis);
    FoldedAxes outer = FoldedAxes.between(0, axis, data);
    FoldedAxes inner = FoldedAxes.between(axis + 1, data.rank(), data);
    FoldedAxes places = FoldedAxes.of(indices.dims(), indices);
    long elements = out[0].layout().elements();
    long[] outerStrides = outer.strides(0);
    long[] whole = Arrays.copyOf(outerStrides, outerStrides.length + 1);
    whole[outerStrides.length] = data.stride(axis);
    MovedAxes slice = MovedAxes.of(in[0].dtype(), inner, 1, whole);
    long units = slice.units(elements);
    long slices = inner.elements() == 0 ? 0 : elements / inner.elements();
    return new LaunchBuilder(node, Copies.MODULE, "gather_" + slice.width())
        .pointer(in[0])
        .pointer(in[1])
        .pointer(out[0])
        .view(outer.dims(), Arrays.stream(outerStrides).map(slice::units).toArray())
        .view(slice.dims(), slice.strides(0))
        .view(places.dims(), places.strides(0))
        .i64(places.elements())
        .i64(slice.units(inner.elements()))
        .i64(length)
        .i64(slice.units(data.stride(axis)))
        .i32(in[1].dtype() == DType.I64 ? 1 : 0)
        .extent(units)
        .watch(Refusal.ofIndex(node, slices / node.rows(), length))
        .over(Geometry.threads(units));
  }
}
