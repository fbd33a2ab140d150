package io.pelton.cpu.kernel.reduce;

import static io.pelton.cpu.kernel.DTypes.SHORT_UNSIGNED;
import static io.pelton.cpu.kernel.DTypes.SIGNED;
import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.TopK;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.List;

/** TopK: elements keep their bits, halves included. */
final class TopKKernels {
  private TopKKernels() {}

  /** Makes what selects the elements of an op. */
  private interface Selecting<A> {
    Selection<A> of(TopK op, int count);
  }

  static void register(HostKernels kernels) {
    addSingles(kernels, RunOrder.descending(), RunOrder.ascending());
    add(kernels, List.of(DType.F64), Lane.DOUBLES, TopKOrders::descending, TopKOrders::ascending);
    add(kernels, SIGNED, Lane.LONGS, TopKOrders::descending, TopKOrders::ascending);
    add(kernels, SHORT_UNSIGNED, Lane.LONGS, TopKOrders::descending, TopKOrders::ascending);
    add(
        kernels,
        List.of(DType.U64),
        Lane.LONGS,
        TopKOrders::descendingUnsigned,
        TopKOrders::ascendingUnsigned);
  }

  static void addSingles(
      HostKernels kernels, RunOrder<float[]> descending, RunOrder<float[]> ascending) {
    add(
        kernels,
        SINGLES,
        Lane.FLOATS,
        (op, count) ->
            new KeyedSelection(
                count, op.largest() ? descending : ascending, op.largest(), op.sorted()));
  }

  private static <A> void add(
      HostKernels kernels,
      List<DType> dtypes,
      Lane<A> lane,
      RunOrder<A> descending,
      RunOrder<A> ascending) {
    add(
        kernels,
        dtypes,
        lane,
        (op, count) -> {
          RunOrder<A> order = op.largest() ? descending : ascending;
          RunOrder<A> resultOrder = op.sorted() ? order : TopKOrders::byIndex;
          return new OrderedSelection<>(count, order, resultOrder);
        });
  }

  private static <A> void add(
      HostKernels kernels, List<DType> dtypes, Lane<A> lane, Selecting<A> selecting) {
    FixedKernel kernel = (node, in, out) -> bind(node, in[0], out, lane, selecting);
    for (DType dtype : dtypes) {
      kernels.add(OpKind.TOP_K, kernel, List.of(dtype), List.of(dtype, DType.I64));
    }
  }

  private static <A> Call bind(
      NodeSpec node, Operand data, Operand[] out, Lane<A> lane, Selecting<A> selecting) {
    TopK op = (TopK) node.op();
    Layout layout = data.layout();
    int axis = node.inference().axis(op.axis(), layout.rank());
    boolean[] folded = new boolean[layout.rank()];
    folded[axis] = true;
    FoldedView view = FoldedView.of(layout, folded);
    long[] dims = layout.dims();
    int apart = Math.toIntExact(Layout.elements(Arrays.copyOfRange(dims, axis + 1, dims.length)));
    long runs = Layout.elements(Arrays.copyOf(dims, axis)) * apart;
    int count = Math.toIntExact(out[0].layout().dim(axis));
    return new TopKCall<>(
        new TopKCall.Runs(Math.toIntExact(runs / node.rows()), view.length(), apart),
        count,
        lane.blocks(data, view.view(), view.length()),
        lane.output(out[0], count),
        out[1],
        selecting.of(op, count));
  }
}
