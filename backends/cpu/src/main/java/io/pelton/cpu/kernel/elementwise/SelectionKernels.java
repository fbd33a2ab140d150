package io.pelton.cpu.kernel.elementwise;

import static io.pelton.cpu.kernel.DTypes.SHORT_UNSIGNED;
import static io.pelton.cpu.kernel.DTypes.SIGNED;
import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.block.StringBlocks;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.function.Supplier;

/** Where and Clip. */
final class SelectionKernels {
  private final HostKernels kernels;

  SelectionKernels(HostKernels kernels) {
    this.kernels = kernels;
  }

  void register() {
    where(List.of(DType.F32), Lane.FLOATS, FloatLoops::where);
    where(List.of(DType.F64), Lane.DOUBLES, DoubleLoops::where);
    where(
        List.of(DType.F16, DType.BF16, DType.I64, DType.U64, DType.I16, DType.U16),
        Lane.LONGS,
        LongLoops::where);
    where(List.of(DType.I32, DType.U32), Lane.INTS, IntLoops::where);
    where(List.of(DType.I8, DType.U8, DType.BOOL), Lane.BYTES, ByteLoops::where);
    kernels.add(
        OpKind.WHERE,
        SelectionKernels::whereStrings,
        DType.STRING,
        DType.BOOL,
        DType.STRING,
        DType.STRING);
    clip(SINGLES, FloatingLoops.SINGLES);
    clip(List.of(DType.F64), FloatingLoops.DOUBLES);
    clip(SIGNED, Lane.LONGS, SelectionKernels::unboundedLongs, LongLoops::clip);
    clip(SHORT_UNSIGNED, Lane.LONGS, SelectionKernels::unboundedLongs, LongLoops::clip);
    clip(List.of(DType.U64), Lane.LONGS, () -> new long[] {0, -1}, LongLoops::clipUnsigned);
  }

  private static long[] unboundedLongs() {
    return new long[] {Long.MIN_VALUE, Long.MAX_VALUE};
  }

  private <A> void where(List<DType> dtypes, Lane<A> lane, Selection<A> loop) {
    FixedKernel kernel =
        (node, in, out) -> {
          long[] dims = out[0].layout().dims();
          return new WhereCall<>(
              new Rows(node, out[0]),
              Lane.BYTES.blocks(in[0], dims),
              lane.blocks(in[1], dims),
              lane.blocks(in[2], dims),
              lane.output(out[0]),
              loop);
        };
    dtypes.forEach(dtype -> kernels.add(OpKind.WHERE, kernel, dtype, DType.BOOL, dtype, dtype));
  }

  private static StringChoice whereStrings(NodeSpec node, Operand[] in, Operand[] out) {
    long[] dims = out[0].layout().dims();
    return new StringChoice(
        new Rows(node, out[0]),
        Lane.LONGS.blocks(in[0], dims),
        StringBlocks.of(in[1], dims),
        StringBlocks.of(in[2], dims),
        out[0]);
  }

  <A> void clip(List<DType> dtypes, FloatingLoops<A> loops) {
    clip(dtypes, loops.lane(), loops::unbounded, loops.clip());
  }

  private <A> void clip(List<DType> dtypes, Lane<A> lane, Supplier<A> unbounded, Clipping<A> loop) {
    FixedKernel kernel =
        (node, in, out) ->
            new ClipCall<>(
                new Rows(node, out[0]),
                lane.blocks(in[0], in[0].layout().dims()),
                bound(lane, in, 1),
                bound(lane, in, 2),
                unbounded.get(),
                lane.output(out[0]),
                loop);
    dtypes.forEach(dtype -> kernels.add(OpKind.CLIP, kernel, dtype, dtype));
  }

  private static <A> Blocks<A> bound(Lane<A> lane, Operand[] in, int operand) {
    return operand < in.length && in[operand] != null
        ? lane.blocks(in[operand], in[operand].layout(), 1)
        : null;
  }
}
