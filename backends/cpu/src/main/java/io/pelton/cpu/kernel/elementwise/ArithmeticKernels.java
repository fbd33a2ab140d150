package io.pelton.cpu.kernel.elementwise;

import static io.pelton.cpu.kernel.DTypes.INTEGERS;
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
  private final HostKernels kernels;

  ArithmeticKernels(HostKernels kernels) {
    this.kernels = kernels;
  }

  void register() {
    add(FloatingLoops.SINGLES.binary(), SINGLES, Lane.FLOATS);
    add(FloatingLoops.DOUBLES.binary(), List.of(DType.F64), Lane.DOUBLES);
    add(OpKind.ADD, INTEGERS, kernel(Lane.LONGS, LongLoops::add));
    add(OpKind.SUB, INTEGERS, kernel(Lane.LONGS, LongLoops::sub));
    add(OpKind.MUL, INTEGERS, kernel(Lane.LONGS, LongLoops::mul));
    add(OpKind.POW, List.of(DType.I64), kernel(Lane.LONGS, LongLoops::pow));
    add(OpKind.DIV, SIGNED, division(LongLoops::div));
    add(OpKind.DIV, SHORT_UNSIGNED, division(LongLoops::div));
    add(OpKind.DIV, List.of(DType.U64), division(LongLoops::divUnsigned));
    for (List<DType> dtypes : List.of(SIGNED, SHORT_UNSIGNED)) {
      add(OpKind.MIN, dtypes, kernel(Lane.LONGS, LongLoops::min));
      add(OpKind.MAX, dtypes, kernel(Lane.LONGS, LongLoops::max));
    }
    add(OpKind.MIN, List.of(DType.U64), kernel(Lane.LONGS, LongLoops::minUnsigned));
    add(OpKind.MAX, List.of(DType.U64), kernel(Lane.LONGS, LongLoops::maxUnsigned));
    for (List<DType> dtypes : List.of(List.of(DType.BOOL), INTEGERS)) {
      add(OpKind.AND, dtypes, kernel(Lane.LONGS, LongLoops::and));
      add(OpKind.OR, dtypes, kernel(Lane.LONGS, LongLoops::or));
      add(OpKind.XOR, dtypes, kernel(Lane.LONGS, LongLoops::xor));
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
