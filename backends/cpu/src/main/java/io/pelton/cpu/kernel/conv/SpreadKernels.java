package io.pelton.cpu.kernel.conv;

import static io.pelton.cpu.kernel.DTypes.INTEGERS;
import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.Weights;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.SpreadOp.ColumnsToImage;
import io.pelton.engine.graph.SpreadOp.ConvTranspose;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Registers what spreads elements, and pooling with indices. */
public final class SpreadKernels {
  private static final List<DType> FLOATS =
      Stream.concat(SINGLES.stream(), Stream.of(DType.F64)).toList();
  private static final List<DType> BYTES = List.of(DType.I8, DType.U8);

  private SpreadKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    for (DType dtype : SINGLES) {
      // sums and the bias stay float32 until the result is rounded
      Steps<float[]> steps = Steps.floats(DType.F32);
      kernels.add(
          OpKind.CONV_TRANSPOSE,
          (node, in, out) -> bind(node, in, out[0], steps, Spreading::floats),
          dtype,
          dtype);
    }
    Steps<double[]> steps = Steps.doubles();
    kernels.add(
        OpKind.CONV_TRANSPOSE,
        (node, in, out) -> bind(node, in, out[0], steps, Spreading::doubles),
        DType.F64,
        DType.F64);
    for (DType dtype : FLOATS) {
      kernels.add(
          OpKind.COLUMNS_TO_IMAGE,
          (node, in, out) -> bind(node, in[0], out[0], Lane.DOUBLES, Spreading::plain),
          dtype,
          dtype);
      kernels.add(OpKind.MAX_UNPOOL, MaxUnpoolCall::bind, dtype, dtype, DType.I64);
    }
    for (DType dtype : INTEGERS) {
      kernels.add(
          OpKind.COLUMNS_TO_IMAGE,
          (node, in, out) -> bind(node, in[0], out[0], Lane.LONGS, Spreading::plain),
          dtype,
          dtype);
    }
    registerPoolings(kernels);
  }

  private static void registerPoolings(HostKernels kernels) {
    for (DType dtype : Stream.concat(FLOATS.stream(), BYTES.stream()).toList()) {
      kernels.add(
          OpKind.MAX_POOL_WITH_INDICES,
          "scalar",
          (FixedKernel) IndexPoolCall::bind,
          List.of(dtype),
          List.of(dtype, DType.I64));
    }
    BYTES.forEach(dtype -> kernels.add(OpKind.MAX_POOL, IndexPoolCall::bind, dtype, dtype));
  }

  private static <A> Call bind(
      NodeSpec node, Operand[] in, Operand out, Steps<A> steps, Spreading<A> spreading) {
    ConvTranspose op = (ConvTranspose) node.op();
    Layout x = in[0].layout();
    Layout w = in[1].layout();
    SpatialAxis[] axes = SpreadPlane.axes(op.window(), spatial(w), spatial(x), out.layout());
    Lane<A> lane = steps.lane();
    boolean hasBias = in.length > 2 && in[2] != null;
    Blocks<A> bias = hasBias ? Weights.of(node, in[2], lane) : null;
    ConvTransposeCall.Sizes sizes =
        new ConvTransposeCall.Sizes(
            Math.toIntExact(x.dim(0) / node.rows()),
            op.group(),
            Math.toIntExact(w.dim(0) / op.group()),
            Math.toIntExact(w.dim(1)),
            product(spatial(w)),
            product(spatial(x)),
            product(spatial(out.layout())));
    return new ConvTransposeCall<>(
        sizes,
        new SpreadPlane<>(axes, spreading, 0),
        lane.blocks(in[0], x, sizes.channels() * sizes.input()),
        Weights.of(node, in[1], lane),
        bias,
        lane.output(out, sizes.output()),
        steps);
  }

  private static <A> Call bind(
      NodeSpec node, Operand x, Operand out, Lane<A> lane, Spreading<A> spreading) {
    ColumnsToImage op = (ColumnsToImage) node.op();
    long[] image = spatial(out.layout());
    long[] block = node.inference().fixedIntegers(ColumnsToImage.BLOCK).orElseThrow();
    long[] places = new long[image.length];
    for (int axis = 0; axis < places.length; axis++) {
      long padded =
          image[axis] + op.window().padsBegin().get(axis) + op.window().padsEnd().get(axis);
      long reach = (block[axis] - 1) * op.window().dilations().get(axis) + 1;
      places[axis] = (padded - reach) / op.window().strides().get(axis) + 1;
    }
    SpatialAxis[] axes = SpreadPlane.axes(op.window(), block, places, out.layout());
    int input = product(block) * product(places);
    int output = product(image);
    return new ColumnsCall<>(
        Math.toIntExact(out.layout().dim(0) * out.layout().dim(1) / node.rows()),
        input,
        output,
        new SpreadPlane<>(axes, spreading, product(places)),
        lane,
        lane.blocks(x, x.layout(), input),
        lane.output(out, output));
  }

  private static long[] spatial(Layout layout) {
    return Arrays.copyOfRange(layout.dims(), 2, layout.rank());
  }

  private static int product(long... dims) {
    return Math.toIntExact(Layout.elements(dims));
  }
}
