package io.pelton.engine.plan.judge;

import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/**
 * Operands to measure with. Elements are ordinary: floats between 1 and 2, so that none is
 * denormal; integers 0, which is an index into anything.
 */
final class SyntheticTensors {
  private static final int PERIOD = 64;

  private SyntheticTensors() {}

  static Tensor of(TensorType type) {
    long[] dims = type.shape().maxDims();
    return switch (type.dtype()) {
      case F32 -> floats(dims);
      case F64 -> doubles(dims);
      case STRING -> strings(dims);
      case F16,
          BF16,
          F8E4M3FN,
          F8E4M3FNUZ,
          F8E5M2,
          F8E5M2FNUZ,
          F8E8M0,
          F4E2M1,
          I64,
          I32,
          I16,
          I8,
          I4,
          I2,
          U64,
          U32,
          U16,
          U8,
          U4,
          U2,
          BOOL,
          C64,
          C128 ->
          Tensor.allocate(type.dtype(), dims);
    };
  }

  private static Tensor floats(long[] dims) {
    float[] data = new float[length(dims)];
    for (int i = 0; i < data.length; i++) {
      data[i] = 1 + (i % PERIOD) / (float) PERIOD;
    }
    return Tensor.of(data, dims);
  }

  private static Tensor doubles(long[] dims) {
    double[] data = new double[length(dims)];
    for (int i = 0; i < data.length; i++) {
      data[i] = 1 + (i % PERIOD) / (double) PERIOD;
    }
    return Tensor.of(data, dims);
  }

  private static Tensor strings(long[] dims) {
    String[] data = new String[length(dims)];
    Arrays.fill(data, "pelton");
    return Tensor.of(data, dims);
  }

  private static int length(long[] dims) {
    return Math.toIntExact(Layout.elements(dims));
  }
}
