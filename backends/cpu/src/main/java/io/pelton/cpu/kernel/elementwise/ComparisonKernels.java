package io.pelton.cpu.kernel.elementwise;

import static io.pelton.cpu.kernel.DTypes.SHORT_UNSIGNED;
import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.ByteOutput;
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

/** Equal, Less, Greater and their like, to BOOL; comparisons with NaN do not hold. */
final class ComparisonKernels {
  private final HostKernels kernels;

  ComparisonKernels(HostKernels kernels) {
    this.kernels = kernels;
  }

  void register() {
    add(OpKind.EQUAL, FloatLoops::equal, DoubleLoops::equal);
    List<DType> longs = List.of(DType.I64, DType.U64, DType.I16, DType.U16);
    List<DType> bytes = List.of(DType.I8, DType.U8, DType.BOOL);
    add(OpKind.EQUAL, longs, Lane.LONGS, LongLoops::equal);
    add(OpKind.EQUAL, List.of(DType.I32, DType.U32), Lane.INTS, IntLoops::equal);
    add(OpKind.EQUAL, bytes, Lane.BYTES, ByteLoops::equal);
    kernels.add(OpKind.EQUAL, ComparisonKernels::strings, DType.BOOL, DType.STRING, DType.STRING);
    add(OpKind.LESS, FloatLoops::less, DoubleLoops::less);
    add(OpKind.GREATER, FloatLoops::greater, DoubleLoops::greater);
    add(OpKind.LESS_OR_EQUAL, FloatLoops::lessOrEqual, DoubleLoops::lessOrEqual);
    add(OpKind.GREATER_OR_EQUAL, FloatLoops::greaterOrEqual, DoubleLoops::greaterOrEqual);
    List<DType> ints = List.of(DType.I32);
    add(OpKind.LESS, ints, Lane.INTS, IntLoops::less);
    add(OpKind.GREATER, ints, Lane.INTS, IntLoops::greater);
    add(OpKind.LESS_OR_EQUAL, ints, Lane.INTS, IntLoops::lessOrEqual);
    add(OpKind.GREATER_OR_EQUAL, ints, Lane.INTS, IntLoops::greaterOrEqual);
    for (List<DType> dtypes : List.of(List.of(DType.I64, DType.I16, DType.I8), SHORT_UNSIGNED)) {
      add(OpKind.LESS, dtypes, Lane.LONGS, LongLoops::less);
      add(OpKind.GREATER, dtypes, Lane.LONGS, LongLoops::greater);
      add(OpKind.LESS_OR_EQUAL, dtypes, Lane.LONGS, LongLoops::lessOrEqual);
      add(OpKind.GREATER_OR_EQUAL, dtypes, Lane.LONGS, LongLoops::greaterOrEqual);
    }
    List<DType> unsigned = List.of(DType.U64);
    add(OpKind.LESS, unsigned, Lane.LONGS, LongLoops::lessUnsigned);
    add(OpKind.GREATER, unsigned, Lane.LONGS, LongLoops::greaterUnsigned);
    add(OpKind.LESS_OR_EQUAL, unsigned, Lane.LONGS, LongLoops::lessOrEqualUnsigned);
    add(OpKind.GREATER_OR_EQUAL, unsigned, Lane.LONGS, LongLoops::greaterOrEqualUnsigned);
  }

  private void add(OpKind kind, Binary<float[], byte[]> singles, Binary<double[], byte[]> doubles) {
    add(kind, SINGLES, Lane.FLOATS, singles);
    add(kind, List.of(DType.F64), Lane.DOUBLES, doubles);
  }

  private <A> void add(OpKind kind, List<DType> dtypes, Lane<A> lane, Binary<A, byte[]> loop) {
    FixedKernel kernel =
        (node, in, out) -> {
          long[] dims = out[0].layout().dims();
          return new BinaryCall<>(
              new Rows(node, out[0]),
              lane.blocks(in[0], dims),
              lane.blocks(in[1], dims),
              new ByteOutput(out[0]),
              loop);
        };
    dtypes.forEach(dtype -> kernels.add(kind, kernel, DType.BOOL, dtype, dtype));
  }

  private static StringEquality strings(NodeSpec node, Operand[] in, Operand[] out) {
    long[] dims = out[0].layout().dims();
    return new StringEquality(
        new Rows(node, out[0]),
        StringBlocks.of(in[0], dims),
        StringBlocks.of(in[1], dims),
        new ByteOutput(out[0]));
  }
}
