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
  private CumulateKernels() {}

  static void register(HostKernels kernels) {
    add(kernels, SINGLES, Lane.FLOATS, CumulateLoops::sum, CumulateLoops::product);
    add(kernels, List.of(DType.F64), Lane.DOUBLES, CumulateLoops::sum, CumulateLoops::product);
    add(kernels, INTEGERS, Lane.LONGS, CumulateLoops::sum, CumulateLoops::product);
  }

  private static <A> void add(
      HostKernels kernels,
      List<DType> dtypes,
      Lane<A> lane,
      CumulateCall.Loop<A> sum,
      CumulateCall.Loop<A> product) {
    FixedKernel sums = (node, in, out) -> bind(node, in[0], out[0], lane, sum);
    FixedKernel products = (node, in, out) -> bind(node, in[0], out[0], lane, product);
    for (DType dtype : dtypes) {
      kernels.add(OpKind.CUM_SUM, sums, dtype, dtype);
      kernels.add(OpKind.CUM_PROD, products, dtype, dtype);
    }
  }

  private static <A> Call bind(
      NodeSpec node, Operand data, Operand out, Lane<A> lane, CumulateCall.Loop<A> loop) {
    Cumulate op = (Cumulate) node.op();
    int axis = op.axis(node.inference()).orElseThrow();
    long[] dims = data.layout().dims();
    boolean[] folded = new boolean[dims.length];
    folded[axis] = true;
    FoldedView view = FoldedView.of(data.layout(), folded);
    int runs = Math.toIntExact(Layout.elements(Arrays.copyOfRange(dims, axis + 1, dims.length)));
    int slabs = Math.toIntExact(Layout.elements(Arrays.copyOf(dims, axis)));
    return new CumulateCall<>(
        new CumulateCall.Runs(slabs / node.rows(), runs, view.length()),
        op,
        lane.blocks(data, view.view(), view.length()),
        lane.output(out, runs * view.length()),
        loop);
  }
}
