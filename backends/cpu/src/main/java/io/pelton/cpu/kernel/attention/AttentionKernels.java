package io.pelton.cpu.kernel.attention;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.matmul.RowProduct;
import io.pelton.cpu.kernel.reduce.SoftmaxLoop;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.AttentionOp.Attention;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/** Registers the kernels of this package. */
public final class AttentionKernels {
  private AttentionKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    for (DType dtype : SINGLES) {
      Steps<float[]> steps = Steps.floats(dtype);
      kernels.add(
          OpKind.ATTENTION,
          (node, in, out) ->
              bind(node, in, out[0], steps, RowProduct.floats(), SoftmaxLoop.floats()),
          dtype,
          dtype);
    }
    Steps<double[]> steps = Steps.doubles();
    kernels.add(
        OpKind.ATTENTION,
        (node, in, out) ->
            bind(node, in, out[0], steps, RowProduct.doubles(), SoftmaxLoop.doubles()),
        DType.F64,
        DType.F64);
  }

  private static <A> Call bind(
      NodeSpec node,
      Operand[] in,
      Operand out,
      Steps<A> steps,
      RowProduct<A> product,
      SoftmaxLoop<A> softmax) {
    Layout result = out.layout();
    AttentionShape shape = AttentionShape.of(node, in[0].layout(), in[2].layout(), result);
    long[] scores = {result.dim(0), shape.heads(), shape.queries(), shape.keys()};
    Blocks<A> mask =
        in.length > 3 && in[3] != null
            ? steps.lane().blocks(in[3], in[3].layout().broadcastTo(scores), shape.keys())
            : null;
    return new AttentionCall<>(
        shape,
        AttentionOperands.of(in, result.dim(0), shape, steps.lane()),
        steps.lane().output(out, shape.outputs()),
        new Scores<>((Attention) node.op(), steps, mask, shape.keys()),
        product,
        softmax,
        steps);
  }
}
