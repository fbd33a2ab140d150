package io.pelton.cpu.kernel.elementwise;

import static io.pelton.cpu.kernel.DTypes.INTEGERS;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.stream.Stream;

/** BitCast between all floats from 16 bits on and all integers from 8 bits on. */
final class BitCastKernels {
  private static final List<DType> NUMBERS =
      Stream.concat(Stream.of(DType.F64, DType.F32, DType.F16, DType.BF16), INTEGERS.stream())
          .toList();

  private BitCastKernels() {}

  static void register(HostKernels kernels) {
    for (DType from : NUMBERS) {
      NUMBERS.stream()
          .filter(to -> to != from && to.bits() == from.bits())
          .forEach(
              to ->
                  kernels.add(
                      OpKind.BIT_CAST,
                      (node, in, out) -> new BitCastCall(node, in[0], out[0]),
                      to,
                      from));
    }
  }
}
