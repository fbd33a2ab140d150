package io.pelton.cpu.kernel.elementwise;

import static io.pelton.cpu.kernel.DTypes.SHORT_UNSIGNED;
import static io.pelton.cpu.kernel.DTypes.SIGNED;
import static io.pelton.cpu.kernel.DTypes.SINGLES;
import static io.pelton.cpu.kernel.DTypes.UNSIGNED;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Map;

/**
 * Add, Sub, Mul, Div, Pow, FMod, Min, Max, And, Or, Xor and shifts. Floats below 32 bits are
 * computed in float32 and rounded once.
 */
final class ArithmeticKernels {
  /** Integers that are computed in {@code long}. */
  private static final List<DType> LONG_CARRIED =
      List.of(DType.I64, DType.U64, DType.I16, DType.U16);

  private static final List<DType> INT_CARRIED = List.of(DType.I32, DType.U32);
  private static final List<DType> BYTES = List.of(DType.I8, DType.U8);

  private final HostKernels kernels;

  ArithmeticKernels(HostKernels kernels) {
    this.kernels = kernels;
  }

  void register() {
    add(FloatingLoops.SINGLES.binary(), SINGLES, Lane.FLOATS);
    add(FloatingLoops.DOUBLES.binary(), List.of(DType.F64), Lane.DOUBLES);
    add(OpKind.ADD, LONG_CARRIED, kernel(Lane.LONGS, LongLoops::add));
    add(OpKind.SUB, LONG_CARRIED, kernel(Lane.LONGS, LongLoops::sub));
    add(OpKind.MUL, LONG_CARRIED, kernel(Lane.LONGS, LongLoops::mul));
    add(OpKind.ADD, INT_CARRIED, kernel(Lane.INTS, IntLoops::add));
    add(OpKind.SUB, INT_CARRIED, kernel(Lane.INTS, IntLoops::sub));
    add(OpKind.MUL, INT_CARRIED, kernel(Lane.INTS, IntLoops::mul));
    add(OpKind.ADD, BYTES, kernel(Lane.BYTES, ByteLoops::add));
    add(OpKind.SUB, BYTES, kernel(Lane.BYTES, ByteLoops::sub));
    add(OpKind.MUL, BYTES, kernel(Lane.BYTES, ByteLoops::mul));
    add(OpKind.POW, List.of(DType.I64), kernel(Lane.LONGS, LongLoops::pow));
    add(OpKind.DIV, SIGNED, division(LongLoops::div));
    add(OpKind.DIV, SHORT_UNSIGNED, division(LongLoops::div));
    add(OpKind.DIV, List.of(DType.U64), division(LongLoops::divUnsigned));
    for (List<DType> dtypes : List.of(List.of(DType.I64, DType.I16, DType.I8), SHORT_UNSIGNED)) {
      add(OpKind.MIN, dtypes, kernel(Lane.LONGS, LongLoops::min));
      add(OpKind.MAX, dtypes, kernel(Lane.LONGS, LongLoops::max));
    }
    add(OpKind.MIN, List.of(DType.I32), kernel(Lane.INTS, IntLoops::min));
    add(OpKind.MAX, List.of(DType.I32), kernel(Lane.INTS, IntLoops::max));
    add(OpKind.MIN, List.of(DType.U64), kernel(Lane.LONGS, LongLoops::minUnsigned));
    add(OpKind.MAX, List.of(DType.U64), kernel(Lane.LONGS, LongLoops::maxUnsigned));
    add(OpKind.AND, LONG_CARRIED, kernel(Lane.LONGS, LongLoops::and));
    add(OpKind.OR, LONG_CARRIED, kernel(Lane.LONGS, LongLoops::or));
    add(OpKind.XOR, LONG_CARRIED, kernel(Lane.LONGS, LongLoops::xor));
    add(OpKind.AND, INT_CARRIED, kernel(Lane.INTS, IntLoops::and));
    add(OpKind.OR, INT_CARRIED, kernel(Lane.INTS, IntLoops::or));
    add(OpKind.XOR, INT_CARRIED, kernel(Lane.INTS, IntLoops::xor));
    for (List<DType> dtypes : List.of(BYTES, List.of(DType.BOOL))) {
      add(OpKind.AND, dtypes, kernel(Lane.BYTES, ByteLoops::and));
      add(OpKind.OR, dtypes, kernel(Lane.BYTES, ByteLoops::or));
      add(OpKind.XOR, dtypes, kernel(Lane.BYTES, ByteLoops::xor));
    }
    add(OpKind.SHIFT_LEFT, UNSIGNED, kernel(Lane.LONGS, LongLoops::shiftLeft));
    add(OpKind.SHIFT_RIGHT, UNSIGNED, kernel(Lane.LONGS, LongLoops::shiftRight));
  }

  <A> void add(Map<OpKind, Binary<A, A>> loops, List<DType> dtypes, Lane<A> lane) {
    loops.forEach((kind, loop) -> add(kind, dtypes, kernel(lane, loop)));
  }

  private void add(OpKind kind, List<DType> dtypes, FixedKernel kernel) {
    dtypes.forEach(dtype -> kernels.add(kind, kernel, dtype, dtype, dtype));
  }

  private static <A> FixedKernel kernel(Lane<A> lane, Binary<A, A> loop) {
    return (node, in, out) -> {
      long[] dims = out[0].layout().dims();
      return new BinaryCall<>(
          new Rows(node, out[0]),
          lane.blocks(in[0], dims),
          lane.blocks(in[1], dims),
          lane.output(out[0]),
          loop);
    };
  }

  private static FixedKernel division(Binary<long[], long[]> loop) {
    return (node, in, out) -> {
      long[] dims = out[0].layout().dims();
      return new IntegerDivision(
          new Rows(node, out[0]),
          Lane.LONGS.blocks(in[0], dims),
          Lane.LONGS.blocks(in[1], dims),
          Lane.LONGS.output(out[0]),
          loop);
    };
  }
}
