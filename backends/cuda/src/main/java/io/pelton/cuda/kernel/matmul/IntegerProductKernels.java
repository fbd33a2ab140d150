package io.pelton.cuda.kernel.matmul;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * MatMulInteger and QuantizedDense, of both dtypes of either operand, with and without zero points.
 */
final class IntegerProductKernels {
  private static final List<DType> BYTES = List.of(DType.U8, DType.I8);

  private IntegerProductKernels() {}

  static void register(DeviceKernels kernels) {
    Set<List<DType>> plain = new LinkedHashSet<>();
    Set<List<DType>> scaled = new LinkedHashSet<>();
    for (DType left : BYTES) {
      for (DType right : BYTES) {
        for (boolean hasLeftZero : new boolean[] {false, true}) {
          for (boolean hasRightZero : new boolean[] {false, true}) {
            plain.add(key(left, right, hasLeftZero ? left : null, hasRightZero ? right : null));
            DType[] product = {
              left,
              DType.F32,
              hasLeftZero ? left : null,
              right,
              DType.F32,
              hasRightZero ? right : null
            };
            scaled.add(key(product));
            scaled.add(withBias(product));
          }
        }
      }
    }
    for (List<DType> key : plain) {
      kernels.add(
          OpKind.MATMUL_INTEGER,
          MatMulKernels.NAME,
          IntegerProducts::matMulInteger,
          key,
          List.of(DType.I32));
    }
    for (List<DType> key : scaled) {
      kernels.add(
          OpKind.QUANTIZED_DENSE,
          MatMulKernels.NAME,
          IntegerProducts::quantizedDense,
          key,
          List.of(DType.F32));
    }
  }

  private static List<DType> withBias(DType... product) {
    List<DType> key = new ArrayList<>(key(product));
    if (key.get(key.size() - 1) != DType.F32) {
      key.add(DType.F32);
    }
    return key;
  }

  /** Without absent operands, and without repeats. */
  private static List<DType> key(DType... dtypes) {
    List<DType> key = new ArrayList<>();
    for (DType dtype : dtypes) {
      if (dtype != null && (key.isEmpty() || key.get(key.size() - 1) != dtype)) {
        key.add(dtype);
      }
    }
    return key;
  }
}
