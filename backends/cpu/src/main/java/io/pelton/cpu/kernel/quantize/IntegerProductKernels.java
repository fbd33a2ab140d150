package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Registers products for both dtypes of either operand, with and without zero points. */
final class IntegerProductKernels {
  private static final List<DType> BYTES = List.of(DType.U8, DType.I8);

  private IntegerProductKernels() {}

  /** Integers go to the heap, what is scaled goes anywhere. */
  static void register(HostKernels toHeap, HostKernels kernels) {
    Set<List<DType>> plain = new LinkedHashSet<>();
    Set<List<DType>> scaled = new LinkedHashSet<>();
    for (DType left : BYTES) {
      for (DType right : BYTES) {
        plain.add(distinct(left, right));
        plain.add(distinct(left, right, left));
        plain.add(distinct(left, right, left, right));
        addScaled(scaled, left, right);
      }
    }
    add(toHeap, OpKind.MATMUL_INTEGER, plain, DType.I32, new MatMulIntegerKernel());
    add(toHeap, OpKind.CONV_INTEGER, plain, DType.I32, new ConvIntegerKernel());
    add(kernels, OpKind.QUANTIZED_DENSE, scaled, DType.F32, new QuantizedDenseKernel());
    add(kernels, OpKind.QUANTIZED_CONV, scaled, DType.F32, new QuantizedConvKernel());
  }

  /** Either zero point may be absent, and the bias. */
  private static void addScaled(Set<List<DType>> keys, DType left, DType right) {
    for (int given = 0; given < 8; given++) {
      List<DType> key = new ArrayList<>(List.of(left, DType.F32));
      if ((given & 1) != 0) {
        key.add(left);
      }
      key.add(right);
      key.add(DType.F32);
      if ((given & 2) != 0) {
        key.add(right);
      }
      if ((given & 4) != 0) {
        key.add(DType.F32);
      }
      keys.add(distinct(key.toArray(new DType[0])));
    }
  }

  private static List<DType> distinct(DType... dtypes) {
    List<DType> distinct = new ArrayList<>();
    for (DType dtype : dtypes) {
      if (distinct.isEmpty() || distinct.get(distinct.size() - 1) != dtype) {
        distinct.add(dtype);
      }
    }
    return distinct;
  }

  private static void add(
      HostKernels kernels, OpKind kind, Set<List<DType>> keys, DType output, FixedKernel kernel) {
    keys.forEach(key -> kernels.add(kind, "scalar", kernel, key, List.of(output)));
  }
}
