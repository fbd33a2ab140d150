package io.pelton.cpu.kernel.step;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.math.FloatMath;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import java.util.Arrays;

/** Steps on F32, F16 and BF16. */
final class FloatSteps implements Steps<float[]> {
  private final DType dtype;
  private final float rootOfTwoOverPi;
  private final float bend;

  FloatSteps(DType dtype) {
    this.dtype = dtype;
    this.rootOfTwoOverPi = rounded(0.7978845608028654);
    this.bend = rounded(0.044715);
  }

  @Override
  public Lane<float[]> lane() {
    return Lane.FLOATS;
  }

  @Override
  public void round(float[] y, int at, int count) {
    switch (dtype) {
      case F32 -> {}
      case F16 -> {
        for (int n = at; n < at + count; n++) {
          y[n] = Half.f16ToFloat(Half.floatToF16(y[n]));
        }
      }
      case BF16 -> {
        for (int n = at; n < at + count; n++) {
          y[n] = Half.bf16ToFloat(Half.floatToBf16(y[n]));
        }
      }
      default -> throw new IllegalStateException(dtype + " is not computed in float");
    }
  }

  @Override
  public void add(float[] y, int at, float[] x, int from, int count) {
    for (int n = 0; n < count; n++) {
      y[at + n] += x[from + n];
    }
    round(y, at, count);
  }

  @Override
  public void addRow(
      Activation activation, float[] y, int at, float[] x, int from, int rows, int columns) {
    for (int row = 0; row < rows; row++) {
      add(y, at + row * columns, x, from, columns);
    }
    activate(activation, y, at, rows * columns);
  }

  @Override
  public void addSingle(float[] y, int at, float[] x, int from, int count) {
    float summand = x[from];
    for (int n = 0; n < count; n++) {
      y[at + n] += summand;
    }
    round(y, at, count);
  }

  @Override
  public void multiply(float[] y, int at, int count, double x) {
    float factor = rounded(x);
    for (int n = 0; n < count; n++) {
      y[at + n] *= factor;
    }
    round(y, at, count);
  }

  @Override
  public void divide(float[] y, int at, int count, double x) {
    float divisor = rounded(x);
    for (int n = 0; n < count; n++) {
      y[at + n] /= divisor;
    }
    round(y, at, count);
  }

  private float rounded(double x) {
    return switch (dtype) {
      case F16 -> Half.f16ToFloat(Half.doubleToF16(x));
      case BF16 -> Half.bf16ToFloat(Half.doubleToBf16(x));
      default -> (float) x;
    };
  }

  @Override
  public void activate(Activation activation, float[] y, int at, int count) {
    int end = at + count;
    switch (activation) {
      case NONE -> {
        return;
      }
      case RELU -> {
        for (int n = at; n < end; n++) {
          y[n] = y[n] < 0 ? 0 : y[n];
        }
      }
      case SIGMOID -> {
        for (int n = at; n < end; n++) {
          y[n] = FloatMath.sigmoid(y[n]);
        }
      }
      case TANH -> {
        for (int n = at; n < end; n++) {
          y[n] = FloatMath.tanh(y[n]);
        }
      }
      case GELU -> {
        for (int n = at; n < end; n++) {
          y[n] = FloatMath.gelu(y[n]);
        }
      }
      case GELU_TANH -> {
        for (int n = at; n < end; n++) {
          y[n] = geluByTanh(y[n]);
        }
      }
    }
    round(y, at, count);
  }

  private float geluByTanh(float x) {
    float cube = one(FloatMath.pow(x, 3));
    float bent = one(x + one(bend * cube));
    float tanh = one(FloatMath.tanh(one(rootOfTwoOverPi * bent)));
    return one(0.5f * x) * one(1 + tanh);
  }

  /** One value as {@link #round} leaves it. */
  private float one(float x) {
    return dtype == DType.F32 ? x : rounded(x);
  }

  @Override
  public void fill(float[] y, int at, int count, double x) {
    Arrays.fill(y, at, at + count, (float) x);
  }
}
