package io.pelton.cpu.kernel.attention;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

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
import java.util.function.Function;
import java.util.function.Supplier;

/** Registers the kernels of this package. */
public final class AttentionKernels {
  private AttentionKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    registerSingles(
        kernels, 1, dtype -> loop(RowProduct.floats(), SoftmaxLoop::floats, Steps.floats(dtype)));
    add(
        kernels,
        DType.F64,
        Steps.doubles(),
        1,
        loop(RowProduct.doubles(), SoftmaxLoop::doubles, Steps.doubles()));
  }

  /**
   * Attention of floats of up to 32 bits.
   *
   * @param block queries of a head that loops read and write at once, at most
   * @param loops for a dtype
   */
  public static void registerSingles(
      HostKernels kernels, int block, Function<DType, AttentionLoop<float[]>> loops) {
    for (DType dtype : SINGLES) {
      add(kernels, dtype, Steps.floats(dtype), block, loops.apply(dtype));
    }
  }

  private static <A> AttentionLoop<A> loop(
      RowProduct<A> product, Supplier<SoftmaxLoop<A>> softmax, Steps<A> steps) {
    return (shape, operands, out, scores) ->
        new AttentionCall<>(shape, operands, out, scores, product, softmax.get(), steps);
  }

  private static <A> void add(
      HostKernels kernels, DType dtype, Steps<A> steps, int block, AttentionLoop<A> loop) {
    kernels.add(
        OpKind.ATTENTION,
        (node, in, out) -> bind(node, in, out[0], steps, block, loop),
        dtype,
        dtype);
  }

  private static <A> Call bind(
      NodeSpec node, Operand[] in, Operand out, Steps<A> steps, int block, AttentionLoop<A> loop) {
    Layout result = out.layout();
    AttentionShape shape = AttentionShape.of(node, in[0].layout(), in[2].layout(), result);
    long[] scores = {result.dim(0), shape.heads(), shape.queries(), shape.keys()};
    Layout mask = in.length > 3 && in[3] != null ? in[3].layout().broadcastTo(scores) : null;
    return loop.bind(
        shape,
        AttentionOperands.of(in, result.dim(0), shape, block, steps.lane()),
        steps.lane().output(out, block * shape.outputs()),
        new Scores<>(
            (Attention) node.op(),
            steps,
            mask == null ? null : steps.lane().blocks(in[3], mask, shape.keys()),
            mask != null && mask.stride(2) == 0,
            shape.keys()));
  }
}
