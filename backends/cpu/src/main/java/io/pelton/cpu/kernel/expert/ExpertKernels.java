package io.pelton.cpu.kernel.expert;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.Weights;
import io.pelton.cpu.kernel.expert.GroupedCall.Lengths;
import io.pelton.cpu.kernel.matmul.RowProduct;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.ExpertOp.GroupedMatMul;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.List;

/**
 * GroupedMatMul. All experts lie on the heap, whether they count as resident or not. Floats below
 * 32 bits are summed in float32 and rounded once.
 *
 * @param <A> array type of the lane
 */
public final class ExpertKernels<A> {
  private final RowProduct<A> product;
  private final Steps<A> steps;

  private ExpertKernels(RowProduct<A> product, Steps<A> steps) {
    this.product = product;
    this.steps = steps;
  }

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    for (DType dtype : SINGLES) {
      new ExpertKernels<>(RowProduct.floats(), Steps.floats(dtype)).add(kernels, dtype);
    }
    new ExpertKernels<>(RowProduct.doubles(), Steps.doubles()).add(kernels, DType.F64);
  }

  private void add(HostKernels kernels, DType dtype) {
    for (DType chosen : List.of(DType.I64, DType.I32)) {
      kernels.add(OpKind.GROUPED_MATMUL, this::bind, dtype, dtype, chosen);
      kernels.add(OpKind.GROUPED_MATMUL, this::bind, dtype, dtype, chosen, dtype);
    }
  }

  private Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    GroupedMatMul op = (GroupedMatMul) node.op();
    Lane<A> lane = steps.lane();
    Lengths lengths = lengths(in);
    int columns = lengths.columns();
    boolean hasBias = in.length > 3 && in[3] != null;
    return new GroupedCall<>(
        lengths,
        new Choices(node, in[2], lengths.experts()),
        lane.blocks(in[0], in[0].layout(), lengths.inner()),
        matrices(node, in[1], lengths, lane),
        hasBias ? lane.blocks(in[3], in[3].layout(), columns) : null,
        lane.output(out[0], columns),
        product,
        steps,
        node.state().experts().layer(op.layer()),
        op.notesRouting());
  }

  private static Lengths lengths(Operand[] in) {
    Layout weights = in[1].layout();
    Layout chosen = in[2].layout();
    boolean isShared = in[0].layout().rank() == chosen.rank();
    return new Lengths(
        Math.toIntExact(weights.dim(0)),
        Math.toIntExact(weights.dim(1)),
        Math.toIntExact(weights.dim(2)),
        isShared ? Math.toIntExact(chosen.dim(chosen.rank() - 1)) : 1);
  }

  private static <A> Blocks<A> matrices(
      NodeSpec node, Operand weights, Lengths lengths, Lane<A> lane) {
    return Weights.of(node, weights, lane, lengths.inner() * lengths.columns());
  }
}
