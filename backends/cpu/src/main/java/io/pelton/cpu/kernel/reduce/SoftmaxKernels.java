package io.pelton.cpu.kernel.reduce;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.List;
import java.util.function.Supplier;

/** Softmax along an axis, or over an axis and all behind it. */
final class SoftmaxKernels {
  private SoftmaxKernels() {}

  static void register(HostKernels kernels) {
    add(kernels, SINGLES, Lane.FLOATS, FloatSoftmax::new);
    add(kernels, List.of(DType.F64), Lane.DOUBLES, DoubleSoftmax::new);
  }

  static <A> void add(
      HostKernels kernels, List<DType> dtypes, Lane<A> lane, Supplier<SoftmaxLoop<A>> loop) {
    FixedKernel kernel = (node, in, out) -> bind(node, in[0], out[0], lane, loop.get());
    dtypes.forEach(dtype -> kernels.add(OpKind.SOFTMAX, kernel, dtype, dtype));
  }

  private static <A> Call bind(
      NodeSpec node, Operand data, Operand out, Lane<A> lane, SoftmaxLoop<A> loop) {
    Softmax op = (Softmax) node.op();
    int rank = data.layout().rank();
    int axis = node.inference().axis(op.axis(), Math.max(rank, 1));
    boolean[] folded = new boolean[rank];
    for (int at = axis; at < rank; at++) {
      folded[at] = at == axis || op.flatten();
    }
    FoldedView view = FoldedView.of(data.layout(), folded);
    int runs = op.flatten() ? 1 : Math.toIntExact(product(data.layout(), axis + 1, rank));
    int slabs = Math.toIntExact(product(data.layout(), 0, Math.min(axis, rank)));
    int atOnce = runs == 1 ? Math.min(slabs, SoftmaxCall.runsAtOnce(view.length())) : 1;
    return new SoftmaxCall<>(
        node,
        slabs,
        runs,
        view.length(),
        lane.blocks(data, view.view(), atOnce * view.length()),
        lane.output(out, Math.max(runs, atOnce) * view.length()),
        loop);
  }

  private static long product(Layout layout, int from, int to) {
    long product = 1;
    for (int axis = from; axis < to; axis++) {
      product *= layout.dim(axis);
    }
    return product;
  }
}
