package io.pelton.cuda.kernel.shape;

import io.pelton.cuda.kernel.FoldedAxes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Writes the update over the target, at a start that the kernel reads where it is not constant. */
final class WriteSliceKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    WriteSlice op = (WriteSlice) node.op();
    node.inference().check(op.symbols().isEmpty(), "no length is bound to " + op.symbols());
    Operand update = in[1];
    Layout from = update.layout();
    Layout to = out[0].layout();
    int axis = node.inference().axis(op.axis(), to.rank());
    FoldedAxes outer = FoldedAxes.between(0, axis, from, to);
    FoldedAxes inner = FoldedAxes.between(axis + 1, to.rank(), from, to);
    long[] dims = join(outer.dims(), from.dim(axis), inner.dims());
    long[][] strides = {
      join(outer.strides(0), from.stride(axis), inner.strides(0)),
      join(outer.strides(1), to.stride(axis), inner.strides(1))
    };
    int bits = update.dtype().bits();
    // units along the written axis itself would not fit every start
    long whole = inner.rank() == 0 ? 1 : 0;
    MovedAxes moved =
        bits < Byte.SIZE
            ? MovedAxes.ofElements(dims, strides)
            : MovedAxes.of(update.dtype(), dims, strides, whole);
    LaunchBuilder launch =
        bits < Byte.SIZE
            ? new LaunchBuilder(node, Copies.MODULE, "write_slice_packed")
                .pointer(update)
                .start(update)
                .pointer(out[0])
                .start(out[0])
                .i32(bits)
            : new LaunchBuilder(node, Copies.MODULE, "write_slice_" + moved.width())
                .pointer(update)
                .pointer(out[0]);
    long units = moved.units(from.elements());
    return launch
        .axes(moved.dims())
        .axes(moved.strides(0))
        .axes(moved.strides(1))
        .i32(moved.rank())
        .i32(outer.rank())
        .i64(to.dim(axis))
        .i64(from.dim(axis))
        .i64(op.start().constant())
        .pointer(in.length > 2 ? in[2] : null)
        .i32(op.rotating() ? 1 : 0)
        .extent(units)
        .watch(refusal(node, from.dim(axis), to.dim(axis)))
        .over(Geometry.threads(Math.max(bits < Byte.SIZE ? 1 : units, 1)));
  }

  private static Refusal refusal(NodeSpec node, long written, long length) {
    String range = " is outside of [0, " + (length - written) + "]";
    return Refusal.of(node, 0, "start ", List.of(" of an update of length " + written + range));
  }

  private static long[] join(long[] outer, long middle, long... inner) {
    return LongStream.concat(
            LongStream.concat(Arrays.stream(outer), LongStream.of(middle)), Arrays.stream(inner))
        .toArray();
  }
}
