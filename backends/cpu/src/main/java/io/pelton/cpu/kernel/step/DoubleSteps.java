package io.pelton.cpu.kernel.step;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.math.DoubleMath;
import io.pelton.engine.graph.Activation;
import java.util.Arrays;

/** Steps on F64. */
final class DoubleSteps implements Steps<double[]> {
  private static final double ROOT_OF_TWO_OVER_PI = 0.7978845608028654;

  @Override
  public Lane<double[]> lane() {
    return Lane.DOUBLES;
  }

  @Override
  public void round(double[] y, int at, int count) {}

  @Override
  public void add(double[] y, int at, double[] x, int from, int count) {
    for (int n = 0; n < count; n++) {
      y[at + n] += x[from + n];
    }
  }

  @Override
  public void addRow(
      Activation activation, double[] y, int at, double[] x, int from, int rows, int columns) {
    for (int row = 0; row < rows; row++) {
      add(y, at + row * columns, x, from, columns);
    }
    activate(activation, y, at, rows * columns);
  }

  @Override
  public void addSingle(double[] y, int at, double[] x, int from, int count) {
    double summand = x[from];
    for (int n = 0; n < count; n++) {
      y[at + n] += summand;
    }
  }

  @Override
  public void multiply(double[] y, int at, int count, double x) {
    for (int n = 0; n < count; n++) {
      y[at + n] *= x;
    }
  }

  @Override
  public void divide(double[] y, int at, int count, double x) {
    for (int n = 0; n < count; n++) {
      y[at + n] /= x;
    }
  }

  @Override
  public void activate(Activation activation, double[] y, int at, int count) {
    int end = at + count;
    switch (activation) {
      case NONE -> {}
      case RELU -> {
        for (int n = at; n < end; n++) {
          y[n] = y[n] < 0 ? 0 : y[n];
        }
      }
      case SIGMOID -> {
        for (int n = at; n < end; n++) {
          y[n] = DoubleMath.sigmoid(y[n]);
        }
      }
      case TANH -> {
        for (int n = at; n < end; n++) {
          y[n] = StrictMath.tanh(y[n]);
        }
      }
      case GELU -> {
        for (int n = at; n < end; n++) {
          y[n] = DoubleMath.gelu(y[n]);
        }
      }
      case GELU_TANH -> {
        for (int n = at; n < end; n++) {
          y[n] = geluByTanh(y[n]);
        }
      }
    }
  }

  private static double geluByTanh(double x) {
    double bent = x + 0.044715 * DoubleMath.pow(x, 3);
    return 0.5 * x * (1 + StrictMath.tanh(ROOT_OF_TWO_OVER_PI * bent));
  }

  @Override
  public void fill(double[] y, int at, int count, double x) {
    Arrays.fill(y, at, at + count, x);
  }
}
