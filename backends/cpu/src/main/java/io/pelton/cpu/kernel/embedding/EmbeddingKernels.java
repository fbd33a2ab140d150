package io.pelton.cpu.kernel.embedding;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.EmbeddingOp.EmbeddingBag;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/** EmbeddingSum and EmbeddingBag. Floats below 32 bits are added in float32. */
public final class EmbeddingKernels {
  private EmbeddingKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    registerSingles(kernels, Steps.floats(DType.F32));
    addSum(kernels, DType.F16, Steps.floats(DType.F16));
    addSum(kernels, DType.BF16, Steps.floats(DType.BF16));
    addSum(kernels, DType.F64, Steps.doubles());
    addBag(kernels, DType.F64, Steps.doubles());
  }

  /**
   * EmbeddingSum of F32, and EmbeddingBag of floats of up to 32 bits.
   *
   * @param steps on F32
   */
  public static void registerSingles(HostKernels kernels, Steps<float[]> steps) {
    addSum(kernels, DType.F32, steps);
    SINGLES.forEach(dtype -> addBag(kernels, dtype, steps));
  }

  private static <A> void addSum(HostKernels kernels, DType dtype, Steps<A> steps) {
    FixedKernel sum = (node, in, out) -> sum(node, in, out[0], steps);
    for (DType index : List.of(DType.I64, DType.I32)) {
      kernels.add(OpKind.EMBEDDING_SUM, sum, dtype, dtype, index);
    }
  }

  /**
   * @param steps without rounding
   */
  private static <A> void addBag(HostKernels kernels, DType dtype, Steps<A> steps) {
    FixedKernel bag = (node, in, out) -> bag(node, in, out[0], steps);
    for (DType index : List.of(DType.I64, DType.I32)) {
      kernels.add(OpKind.EMBEDDING_BAG, bag, dtype, dtype, index);
    }
  }

  private static <A> Call sum(NodeSpec node, Operand[] in, Operand out, Steps<A> steps) {
    long[] dims = out.layout().dims();
    Rows rows = new Rows(node, out);
    int columns = Math.toIntExact(dims[dims.length - 1]);
    int tables = in.length / 2;
    List<Summand<A>> summands = new ArrayList<>();
    for (int i = 0; i < tables; i++) {
      Operand indices = in[tables + i];
      summands.add(
          indices == null
              ? Summand.direct(in[i], dims, steps.lane())
              : Summand.gathered(in[i], indices, dims, steps.lane(), rows));
    }
    return new EmbeddingSumCall<>(
        rows, columns, summands, steps.lane().output(out, columns), steps);
  }

  private static <A> Call bag(NodeSpec node, Operand[] in, Operand out, Steps<A> steps) {
    Rows rows = new Rows(node, out);
    int columns = Math.toIntExact(in[0].layout().dim(1));
    int length = Math.toIntExact(in[1].layout().dim(in[1].layout().rank() - 1));
    return new EmbeddingBagCall<>(
        rows,
        columns,
        length,
        ((EmbeddingBag) node.op()).reduction() == OpKind.REDUCE_MEAN,
        new Table<>(in[0], steps.lane(), rows),
        LongBlocks.of(in[1], in[1].layout(), 1),
        steps.lane().output(out, columns),
        steps);
  }
}
