package io.pelton.cpu.kernel.sample;

import io.pelton.cpu.block.Lane;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.SampleOp.Resample;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** Resample: elements and weights are found once, when a node is bound. */
final class ResampleKernel<A> implements FixedKernel {
  private static final double UNIT = 1.0 / (1L << Resample.FRACTION_BITS);

  private final Lane<A> lane;
  private final ResampleLoop.Factory<A> loops;

  ResampleKernel(Lane<A> lane, ResampleLoop.Factory<A> loops) {
    this.lane = lane;
    this.loops = loops;
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Resample op = (Resample) node.op();
    Layout x = in[0].layout();
    int axis = node.inference().axis(op.axis(), x.rank());
    int length = Math.toIntExact(x.dim(axis));
    int outputs = Math.toIntExact(out[0].layout().dim(axis));
    Coordinate coordinate = coordinate(op, node.inference(), length, outputs);
    int inner = product(x, axis + 1, x.rank());
    return new ResampleCall<>(
        product(x, 0, axis) / node.rows(),
        length * inner,
        outputs * inner,
        lane.blocks(in[0], x, length * inner),
        lane.output(out[0], outputs * inner),
        loops.of(Taps.of(op.sampling(), coordinate), inner, op.sampling().extrapolation()));
  }

  private static Coordinate coordinate(Resample op, Inference in, int length, int outputs) {
    long[] scale = op.scale(in, length, outputs);
    double start = 0;
    double end = 1;
    if (in.has(Resample.REGION)) {
      long[] region = in.fixedIntegers(Resample.REGION).orElseThrow();
      start = region[0] * UNIT;
      end = region[1] * UNIT;
    }
    return new Coordinate(
        op.sampling().coordinates(), length, outputs, scale[0], scale[1], start, end);
  }

  private static int product(Layout layout, int from, int to) {
    return Math.toIntExact(Layout.elements(Arrays.copyOfRange(layout.dims(), from, to)));
  }
}
