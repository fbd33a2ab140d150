package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Registers convolutions of bytes, for both dtypes of either operand. */
final class ByteConvKernels {
  private static final List<DType> BYTES = List.of(DType.U8, DType.I8);
  private static final int CHOICES = 8;

  private ByteConvKernels() {}

  static void register(DeviceKernels kernels) {
    Set<List<DType>> plain = new LinkedHashSet<>();
    Set<List<DType>> scaled = new LinkedHashSet<>();
    for (DType x : BYTES) {
      for (DType w : BYTES) {
        plain.add(distinct(x, w));
        plain.add(distinct(x, w, x));
        plain.add(distinct(x, w, x, w));
        for (int given = 0; given < CHOICES; given++) {
          scaled.add(scaled(x, w, given));
        }
      }
    }
    for (List<DType> inputs : plain) {
      List<DType> sums = List.of(DType.I32);
      kernels.add(OpKind.CONV_INTEGER, "direct", new ConvIntegerKernel(), inputs, sums);
    }
    for (List<DType> inputs : scaled) {
      List<DType> results = List.of(DType.F32);
      kernels.add(OpKind.QUANTIZED_CONV, "direct", new QuantizedConvKernel(), inputs, results);
    }
  }

  /** With either zero point and the bias, or without. */
  private static List<DType> scaled(DType x, DType w, int given) {
    List<DType> operands = new ArrayList<>(List.of(x, DType.F32));
    if ((given & 1) != 0) {
      operands.add(x);
    }
    operands.addAll(List.of(w, DType.F32));
    if ((given & 2) != 0) {
      operands.add(w);
    }
    if ((given & 4) != 0) {
      operands.add(DType.F32);
    }
    return distinct(operands.toArray(DType[]::new));
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
}
