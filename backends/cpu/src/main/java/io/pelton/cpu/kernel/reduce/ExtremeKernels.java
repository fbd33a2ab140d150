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
import java.util.Optional;
import java.util.function.Function;

/** ReduceMax and ReduceMin. The start of a fold is what no element of the dtype goes beyond. */
final class ExtremeKernels {
  private final HostKernels kernels;

  ExtremeKernels(HostKernels kernels) {
    this.kernels = kernels;
  }

  void register() {
    double[] doubles = {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
    addSingles(Extreme::floats);
    add(List.of(DType.F64), Lane.DOUBLES, doubles, Extreme::doubles);
    for (DType dtype : SIGNED) {
      long largest = Long.MAX_VALUE >> (Long.SIZE - dtype.bits());
      addLongs(dtype, -largest - 1, largest, Extreme::longs);
    }
    for (DType dtype : SHORT_UNSIGNED) {
      addLongs(dtype, 0, (1L << dtype.bits()) - 1, Extreme::longs);
    }
    addLongs(DType.U64, 0, -1, Extreme::unsigned);
  }

  /**
   * @param loops those of the largest, if true, or of the smallest
   */
  void addSingles(Function<Boolean, Extreme<float[]>> loops) {
    float[] range = {Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY};
    add(SINGLES, Lane.FLOATS, range, loops);
  }

  private void addLongs(
      DType dtype, long smallest, long largest, Function<Boolean, Extreme<long[]>> loops) {
    add(List.of(dtype), Lane.LONGS, new long[] {smallest, largest}, loops);
  }

  /**
   * @param range the smallest and the largest value
   * @param loops those of the largest, if true, or of the smallest
   */
  private <A> void add(
      List<DType> dtypes, Lane<A> lane, A range, Function<Boolean, Extreme<A>> loops) {
    Extreme<A> max = loops.apply(true);
    Extreme<A> min = loops.apply(false);
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
      Extreme<A> loops) {
    boolean[] reduced = ((Reduce) node.op()).reducedAxes(node.inference()).orElseThrow();
    Rows rows = new Rows(node, out);
    Optional<FoldedColumns> columns = FoldedColumns.of(data.layout(), reduced);
    if (columns.isPresent()) {
      return new ColumnExtremeCall<>(rows, columns.get(), data, out, lane, loops.ofEach());
    }
    FoldedView folded = FoldedView.of(data.layout(), reduced);
    return new ExtremeCall<>(
        rows,
        lane.blocks(data, folded.view(), RawBlocks.SIZE),
        folded.length(),
        range,
        start,
        lane.output(out),
        loops.ofRun());
  }
}
