package io.pelton.cpu.realize;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * A tensor down to its last bit: floats of 32 and 64 bits by their bits, so that zeros of both
 * signs differ. A NaN is a NaN: which of them {@code 0 / 0} gives, Java leaves to the processor and
 * to the compiler, so that it may change while a program warms up.
 */
record Bits(DType dtype, List<Long> dims, List<?> elements) {
  /** Of what lies on the host. */
  static Bits of(Tensor tensor) {
    List<?> elements =
        switch (tensor.dtype()) {
          case F64 -> Arrays.stream(tensor.toDoubles()).mapToObj(Double::doubleToLongBits).toList();
          case F32 -> floats(tensor.toFloats());
          default -> List.of(Cpu.elements(tensor));
        };
    return new Bits(tensor.dtype(), Arrays.stream(tensor.dims()).boxed().toList(), elements);
  }

  private static List<Integer> floats(float[] floats) {
    Integer[] bits = new Integer[floats.length];
    Arrays.setAll(bits, i -> Float.floatToIntBits(floats[i]));
    return List.of(bits);
  }
}
