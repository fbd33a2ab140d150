package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.math.FloatMath;
import io.pelton.engine.graph.SupportVectors;

/**
 * Compares a feature row with vectors. Sums and products are {@code float}, as in ONNX Runtime.
 * Exponential and hyperbolic tangent are {@link FloatMath}'s, powers {@link StrictMath}'s, rounded
 * once.
 */
final class VectorKernel {
  private final SupportVectors.Kernel kernel;
  private final float gamma;
  private final float coef0;
  private final float degree;

  private VectorKernel(SupportVectors.Kernel kernel, float gamma, float coef0, float degree) {
    this.kernel = kernel;
    this.gamma = gamma;
    this.coef0 = coef0;
    this.degree = degree;
  }

  static VectorKernel of(SupportVectors vectors) {
    return new VectorKernel(vectors.kernel(), vectors.gamma(), vectors.coef0(), vectors.degree());
  }

  /**
   * @param x holds the row, from {@code at} on
   * @param vectors holds the other vector, of {@code count} features, from {@code from} on
   */
  float compare(float[] x, int at, float[] vectors, int from, int count) {
    return switch (kernel) {
      case LINEAR -> dot(x, at, vectors, from, count);
      case POLY -> power(scaled(dot(x, at, vectors, from, count)));
      case RBF -> FloatMath.exp(-gamma * distance(x, at, vectors, from, count));
      case SIGMOID -> FloatMath.tanh(scaled(dot(x, at, vectors, from, count)));
    };
  }

  private float scaled(float product) {
    return gamma * product + coef0;
  }

  private float power(float x) {
    if (degree == 2) {
      return x * x;
    }
    return degree == 3 ? x * x * x : (float) StrictMath.pow(x, degree);
  }

  static float dot(float[] x, int at, float[] vectors, int from, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
      sum = Math.fma(x[at + i], vectors[from + i], sum);
    }
    return sum;
  }

  private static float distance(float[] x, int at, float[] vectors, int from, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
      float difference = x[at + i] - vectors[from + i];
      sum = Math.fma(difference, difference, sum);
    }
    return sum;
  }
}
