package io.pelton.cuda.kernel.shape;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.Locale;

/** Counts along an axis. */
final class IotaKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Layout layout = out[0].layout();
    int axis = node.inference().axis(((Iota) node.op()).axis(), layout.rank());
    long[] within = Arrays.copyOfRange(layout.dims(), axis + 1, layout.rank());
    DType dtype = out[0].dtype();
    String name = dtype.isFloat() ? dtype.name().toLowerCase(Locale.ROOT) : "i" + dtype.bits();
    return new LaunchBuilder(node, Copies.MODULE, "iota_" + name)
        .pointer(out[0])
        .i64(layout.dim(axis))
        .i64(Layout.elements(within))
        .extent(layout.elements())
        .over(Geometry.threads(layout.elements()));
  }
}
