package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.tensor.Tensor;

/** Products of feature rows with coefficients [outputs, features], plus intercepts. */
final class LinearScores {
  /** Transposed, so that neighbouring sums don't wait for one another. */
  private final float[] coefficients;

  private final float[] intercepts;
  private final int features;
  private final float[] sums;

  private LinearScores(float[] coefficients, float[] intercepts, int features) {
    this.coefficients = coefficients;
    this.intercepts = intercepts;
    this.features = features;
    this.sums = new float[intercepts.length];
  }

  /**
   * @param intercepts one per output, or none
   */
  static LinearScores of(Inference inference, Tensor coefficients, Tensor intercepts) {
    int outputs = Math.toIntExact(coefficients.layout().dim(0));
    int features = Math.toIntExact(coefficients.layout().dim(1));
    long count = intercepts.layout().elements();
    inference.check(outputs > 0, "should have coefficients for at least one output");
    inference.check(
        count == 0 || count == outputs, "has " + count + " intercepts for " + outputs + " outputs");
    float[] given = coefficients.toFloats();
    float[] transposed = new float[given.length];
    for (int output = 0; output < outputs; output++) {
      for (int feature = 0; feature < features; feature++) {
        transposed[feature * outputs + output] = given[output * features + feature];
      }
    }
    return new LinearScores(
        transposed, count == 0 ? new float[outputs] : intercepts.toFloats(), features);
  }

  int outputs() {
    return intercepts.length;
  }

  /** The sums of a row; valid until the next call. */
  float[] score(FeatureRows rows, int row) {
    rows.read(row);
    float[] x = rows.array();
    int at = rows.at();
    int outputs = intercepts.length;
    System.arraycopy(intercepts, 0, sums, 0, outputs);
    for (int feature = 0; feature < features; feature++) {
      float value = x[at + feature];
      int from = feature * outputs;
      for (int output = 0; output < outputs; output++) {
        sums[output] = Math.fma(value, coefficients[from + output], sums[output]);
      }
    }
    return sums;
  }
}
