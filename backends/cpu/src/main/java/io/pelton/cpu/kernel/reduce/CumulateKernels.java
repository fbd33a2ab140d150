package io.pelton.cpu.kernel.reduce;

import static io.pelton.cpu.kernel.DTypes.INTEGERS;
import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Cumulate;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.List;

/** CumSum and CumProd. */
final class CumulateKernels {
  private static final int LEAST_COLUMNS = 8;

  private interface Filled<A> {
    A of(int count, int value);
  }

  /**
   * @param filled an array of one value
   */
  private record Loops<A>(
      CumulateCall.Loop<A> ofRun, ColumnCumulateCall.Loop<A> ofRows, Filled<A> filled) {}

  private CumulateKernels() {}

  static void register(HostKernels kernels) {
    add(
        kernels,
        SINGLES,
        Lane.FLOATS,
        new Loops<>(CumulateLoops::sum, CumulateLoops::sumRows, CumulateKernels::floats),
        new Loops<>(CumulateLoops::product, CumulateLoops::productRows, CumulateKernels::floats));
    add(
        kernels,
        List.of(DType.F64),
        Lane.DOUBLES,
        new Loops<>(CumulateLoops::sum, CumulateLoops::sumRows, CumulateKernels::doubles),
        new Loops<>(CumulateLoops::product, CumulateLoops::productRows, CumulateKernels::doubles));
    add(
        kernels,
        INTEGERS,
        Lane.LONGS,
        new Loops<>(CumulateLoops::sum, CumulateLoops::sumRows, CumulateKernels::longs),
        new Loops<>(CumulateLoops::product, CumulateLoops::productRows, CumulateKernels::longs));
  }

  private static float[] floats(int count, int value) {
    float[] row = new float[count];
    Arrays.fill(row, value);
    return row;
  }

  private static double[] doubles(int count, int value) {
    double[] row = new double[count];
    Arrays.fill(row, value);
    return row;
  }

  private static long[] longs(int count, int value) {
    long[] row = new long[count];
    Arrays.fill(row, value);
    return row;
  }

  private static <A> void add(
      HostKernels kernels, List<DType> dtypes, Lane<A> lane, Loops<A> sum, Loops<A> product) {
    FixedKernel sums = (node, in, out) -> bind(node, in[0], out[0], lane, sum, 0);
    FixedKernel products = (node, in, out) -> bind(node, in[0], out[0], lane, product, 1);
    for (DType dtype : dtypes) {
      kernels.add(OpKind.CUM_SUM, sums, dtype, dtype);
      kernels.add(OpKind.CUM_PROD, products, dtype, dtype);
    }
  }

  private static <A> Call bind(
      NodeSpec node, Operand data, Operand out, Lane<A> lane, Loops<A> loops, int start) {
    Cumulate op = (Cumulate) node.op();
    int axis = op.axis(node.inference()).orElseThrow();
    long[] dims = data.layout().dims();
    boolean[] folded = new boolean[dims.length];
    folded[axis] = true;
    FoldedView view = FoldedView.of(data.layout(), folded);
    int runs = Math.toIntExact(Layout.elements(Arrays.copyOfRange(dims, axis + 1, dims.length)));
    int slabs = Math.toIntExact(Layout.elements(Arrays.copyOf(dims, axis)));
    CumulateCall.Runs places = new CumulateCall.Runs(slabs / node.rows(), runs, view.length());
    if (runs >= LEAST_COLUMNS) {
      return new ColumnCumulateCall<>(
          places,
          op,
          lane.blocks(data, data.layout(), runs),
          loops.filled().of(runs, start),
          lane.output(out, runs * view.length()),
          loops.ofRows());
    }
    return new CumulateCall<>(
        places,
        op,
        lane.blocks(data, view.view(), view.length()),
        lane.output(out, runs * view.length()),
        loops.ofRun());
  }
}
