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
    Steps<float[]> singles = Steps.floats(DType.F32);
    for (DType dtype : SINGLES) {
      add(kernels, dtype, Steps.floats(dtype), singles);
    }
    add(kernels, DType.F64, Steps.doubles(), Steps.doubles());
  }

  private static <A> void add(
      HostKernels kernels, DType dtype, Steps<A> rounded, Steps<A> unrounded) {
    for (DType index : List.of(DType.I64, DType.I32)) {
      kernels.add(
          OpKind.EMBEDDING_SUM,
          (node, in, out) -> sum(node, in, out[0], rounded),
          dtype,
          dtype,
          index);
      kernels.add(
          OpKind.EMBEDDING_BAG,
          (node, in, out) -> bag(node, in, out[0], unrounded),
          dtype,
          dtype,
          index);
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
