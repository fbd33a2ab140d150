package io.pelton.cpu.kernel.elementwise;

import static io.pelton.cpu.kernel.DTypes.INTEGERS;
import static io.pelton.cpu.kernel.DTypes.SIGNED;
import static io.pelton.cpu.kernel.DTypes.SINGLES;
import static io.pelton.cpu.kernel.DTypes.UNSIGNED;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Map;

/** Ops of one operand without attributes. Floats below 32 bits are computed in float32. */
final class UnaryKernels {
  private final HostKernels kernels;

  UnaryKernels(HostKernels kernels) {
    this.kernels = kernels;
  }

  void register() {
    add(OpKind.NOT, List.of(DType.BOOL), Lane.LONGS, LongLoops::not);
    add(OpKind.NOT, INTEGERS, Lane.LONGS, LongLoops::complement);
    add(OpKind.RELU, SIGNED, Lane.LONGS, LongLoops::relu);
    add(OpKind.NEG, SIGNED, Lane.LONGS, LongLoops::neg);
    add(OpKind.ABS, SIGNED, Lane.LONGS, LongLoops::abs);
    add(OpKind.ABS, UNSIGNED, Lane.LONGS, LongLoops::copy);
    add(OpKind.SIGN, SIGNED, Lane.LONGS, LongLoops::sign);
    add(OpKind.SIGN, UNSIGNED, Lane.LONGS, LongLoops::signUnsigned);
    add(FloatingLoops.SINGLES.unary(), SINGLES, Lane.FLOATS);
    add(FloatingLoops.DOUBLES.unary(), List.of(DType.F64), Lane.DOUBLES);
  }

  <A> void add(Map<OpKind, Unary<A, A>> loops, List<DType> dtypes, Lane<A> lane) {
    loops.forEach((kind, loop) -> add(kind, dtypes, lane, loop));
  }

  private <A> void add(OpKind kind, List<DType> dtypes, Lane<A> lane, Unary<A, A> loop) {
    FixedKernel kernel = (node, in, out) -> UnaryCall.of(node, lane, loop, in[0], out[0]);
    dtypes.forEach(dtype -> kernels.add(kind, kernel, dtype, dtype));
  }
}
