package io.pelton.cpu.kernel.reduce;

import static io.pelton.cpu.kernel.DTypes.SHORT_UNSIGNED;
import static io.pelton.cpu.kernel.DTypes.SIGNED;
import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** ReduceMax and ReduceMin. The start of a fold is what no element of the dtype goes beyond. */
final class ExtremeKernels {
  private final HostKernels kernels;

  private ExtremeKernels(HostKernels kernels) {
    this.kernels = kernels;
  }

  static void register(HostKernels kernels) {
    new ExtremeKernels(kernels).register();
  }

  private void register() {
    float[] floats = {Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY};
    double[] doubles = {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
    add(SINGLES, Lane.FLOATS, floats, ExtremeLoops::max, ExtremeLoops::min);
    add(List.of(DType.F64), Lane.DOUBLES, doubles, ExtremeLoops::max, ExtremeLoops::min);
    for (DType dtype : SIGNED) {
      long largest = Long.MAX_VALUE >> (Long.SIZE - dtype.bits());
      addLongs(dtype, -largest - 1, largest, ExtremeLoops::max, ExtremeLoops::min);
    }
    for (DType dtype : SHORT_UNSIGNED) {
      addLongs(dtype, 0, (1L << dtype.bits()) - 1, ExtremeLoops::max, ExtremeLoops::min);
    }
    addLongs(DType.U64, 0, -1, ExtremeLoops::maxUnsigned, ExtremeLoops::minUnsigned);
  }

  private void addLongs(
      DType dtype,
      long smallest,
      long largest,
      ExtremeCall.Loop<long[]> max,
      ExtremeCall.Loop<long[]> min) {
    add(List.of(dtype), Lane.LONGS, new long[] {smallest, largest}, max, min);
  }

  /**
   * @param range the smallest and the largest value
   */
  private <A> void add(
      List<DType> dtypes, Lane<A> lane, A range, ExtremeCall.Loop<A> max, ExtremeCall.Loop<A> min) {
    FixedKernel largest = (node, in, out) -> bind(node, in[0], out[0], lane, range, 0, max);
    FixedKernel smallest = (node, in, out) -> bind(node, in[0], out[0], lane, range, 1, min);
    for (DType dtype : dtypes) {
      kernels.add(OpKind.REDUCE_MAX, largest, dtype, dtype);
      kernels.add(OpKind.REDUCE_MIN, smallest, dtype, dtype);
    }
  }

  private static <A> Call bind(
      NodeSpec node,
      Operand data,
      Operand out,
      Lane<A> lane,
      A range,
      int start,
      ExtremeCall.Loop<A> loop) {
    boolean[] reduced = ((Reduce) node.op()).reducedAxes(node.inference()).orElseThrow();
    FoldedView folded = FoldedView.of(data.layout(), reduced);
    return new ExtremeCall<>(
        new Rows(node, out),
        lane.blocks(data, folded.view(), RawBlocks.SIZE),
        folded.length(),
        range,
        start,
        lane.output(out),
        loop);
  }
}
