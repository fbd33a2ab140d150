package io.pelton.cpu.kernel.reduce;

import static io.pelton.cpu.kernel.DTypes.INTEGERS;
import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * ReduceSum, ReduceMean, ReduceMax, ReduceMin, ReduceProd, CumSum, CumProd, ArgMax, TopK and
 * Softmax. Floats below 32 bits are summed in float32.
 */
public final class ReduceKernels {
  private ReduceKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    registerSums(kernels, FloatSum.sum(), FloatSum::mean);
    add(kernels, List.of(DType.F64), Lane.DOUBLES, DoubleSum.sum(), DoubleSum::mean);
    for (DType dtype : INTEGERS) {
      add(
          kernels,
          List.of(dtype),
          Lane.LONGS,
          LongSum.sum(dtype),
          count -> LongSum.mean(dtype, count));
    }
    addProduct(kernels, SINGLES, Lane.FLOATS, new FloatProduct());
    addProduct(kernels, List.of(DType.F64), Lane.DOUBLES, new DoubleProduct());
    addProduct(kernels, INTEGERS, Lane.LONGS, new LongProduct());
    CumulateKernels.register(kernels);
    new ExtremeKernels(kernels).register();
    ArgMaxKernels.register(kernels);
    TopKKernels.register(kernels);
    SoftmaxKernels.register(kernels);
  }

  /** ReduceSum and ReduceMean of floats of up to 32 bits. */
  public static void registerSums(
      HostKernels kernels, Summation<float[]> sum, IntFunction<Summation<float[]>> mean) {
    add(kernels, SINGLES, Lane.FLOATS, sum, mean);
  }

  /**
   * ReduceMax and ReduceMin of floats of up to 32 bits.
   *
   * @param loops those of the largest, if true, or of the smallest
   */
  public static void registerExtremes(
      HostKernels kernels, Function<Boolean, Extreme<float[]>> loops) {
    new ExtremeKernels(kernels).addSingles(loops);
  }

  /** ArgMax of floats of up to 32 bits. */
  public static void registerArgMax(
      HostKernels kernels, Largest<float[]> first, Largest<float[]> last) {
    ArgMaxKernels.addSingles(kernels, first, last);
  }

  /** TopK of floats of up to 32 bits. */
  public static void registerTopK(
      HostKernels kernels, RunOrder<float[]> descending, RunOrder<float[]> ascending) {
    TopKKernels.addSingles(kernels, descending, ascending);
  }

  /** Softmax of floats of up to 32 bits. */
  public static void registerSoftmax(HostKernels kernels, Supplier<SoftmaxLoop<float[]>> loop) {
    SoftmaxKernels.add(kernels, SINGLES, Lane.FLOATS, loop);
  }

  private static <A> void add(
      HostKernels kernels,
      List<DType> dtypes,
      Lane<A> lane,
      Summation<A> sum,
      IntFunction<Summation<A>> mean) {
    FixedKernel sums = (node, in, out) -> bind(node, in[0], out[0], lane, count -> sum);
    FixedKernel means = (node, in, out) -> bind(node, in[0], out[0], lane, mean);
    for (DType dtype : dtypes) {
      kernels.add(OpKind.REDUCE_SUM, sums, dtype, dtype);
      kernels.add(OpKind.REDUCE_MEAN, means, dtype, dtype);
    }
  }

  private static <A> void addProduct(
      HostKernels kernels, List<DType> dtypes, Lane<A> lane, Summation<A> product) {
    FixedKernel kernel = (node, in, out) -> bind(node, in[0], out[0], lane, count -> product);
    dtypes.forEach(dtype -> kernels.add(OpKind.REDUCE_PROD, kernel, dtype, dtype));
  }

  private static <A> Call bind(
      NodeSpec node, Operand data, Operand out, Lane<A> lane, IntFunction<Summation<A>> summation) {
    boolean[] reduced = ((Reduce) node.op()).reducedAxes(node.inference()).orElseThrow();
    FoldedView folded = FoldedView.of(data.layout(), reduced);
    Rows rows = new Rows(node, out);
    Optional<FoldedColumns> columns = FoldedColumns.of(data.layout(), reduced);
    if (folded.length() == 0 && node.op().kind() == OpKind.REDUCE_MEAN && out.dtype().isInteger()) {
      return activeRows -> refuse(rows, activeRows);
    }
    if (columns.isPresent()) {
      return ColumnSumCall.bind(
          rows, columns.get(), data, out, lane, summation.apply(folded.length()));
    }
    return new SumCall<>(
        rows,
        lane.blocks(data, folded.view(), RawBlocks.SIZE),
        folded.length(),
        lane.allocate(Summation.PARTIALS),
        lane.output(out),
        summation.apply(folded.length()));
  }

  private static void refuse(Rows rows, int activeRows) {
    if (rows.elements(activeRows) > 0) {
      throw rows.invalid(0, "has no mean of 0 integers");
    }
  }
}
