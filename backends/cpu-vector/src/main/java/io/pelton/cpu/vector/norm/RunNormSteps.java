package io.pelton.cpu.vector.norm;

import io.pelton.cpu.kernel.reduce.Summation;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The loops of a norm over one run. */
final class RunNormSteps {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();
  private static final int PARTIALS = Summation.PARTIALS;

  private RunNormSteps() {}

  /** Sets the partial sums of the squares of the distances from the centre. */
  static void sumOfSquares(float[] x, int i, int count, float centre, float[] partials, int p) {
    int whole = count - count % PARTIALS;
    FloatVector centres = FloatVector.broadcast(SPECIES, centre);
    for (int lane = 0; lane < PARTIALS; lane += LENGTH) {
      FloatVector sum = FloatVector.zero(SPECIES);
      for (int n = lane; n < whole; n += PARTIALS) {
        FloatVector distance = FloatVector.fromArray(SPECIES, x, i + n).sub(centres);
        sum = sum.add(distance.mul(distance));
      }
      sum.intoArray(partials, p + lane);
    }
    for (int n = whole; n < count; n++) {
      float distance = x[i + n] - centre;
      partials[p + n - whole] += distance * distance;
    }
  }

  /**
   * {@code y = (x - centre) / deviation * scale + bias}.
   *
   * @param bias null without one
   */
  static void normalize(
      float[] x,
      int i,
      int count,
      float centre,
      float deviation,
      float[] scale,
      int s,
      float[] bias,
      int b,
      float[] y,
      int k) {
    int whole = SPECIES.loopBound(count);
    if (bias == null) {
      scale(x, i, whole, centre, deviation, scale, s, y, k);
    } else {
      scaleAndShift(x, i, whole, centre, deviation, scale, s, bias, b, y, k);
    }
    for (int n = whole; n < count; n++) {
      float scaled = (x[i + n] - centre) / deviation * scale[s + n];
      y[k + n] = bias == null ? scaled : scaled + bias[b + n];
    }
  }

  private static void scale(
      float[] x,
      int i,
      int whole,
      float centre,
      float deviation,
      float[] scale,
      int s,
      float[] y,
      int k) {
    FloatVector centres = FloatVector.broadcast(SPECIES, centre);
    FloatVector deviations = FloatVector.broadcast(SPECIES, deviation);
    for (int n = 0; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .sub(centres)
          .div(deviations)
          .mul(FloatVector.fromArray(SPECIES, scale, s + n))
          .intoArray(y, k + n);
    }
  }

  private static void scaleAndShift(
      float[] x,
      int i,
      int whole,
      float centre,
      float deviation,
      float[] scale,
      int s,
      float[] bias,
      int b,
      float[] y,
      int k) {
    FloatVector centres = FloatVector.broadcast(SPECIES, centre);
    FloatVector deviations = FloatVector.broadcast(SPECIES, deviation);
    for (int n = 0; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .sub(centres)
          .div(deviations)
          .mul(FloatVector.fromArray(SPECIES, scale, s + n))
          .add(FloatVector.fromArray(SPECIES, bias, b + n))
          .intoArray(y, k + n);
    }
  }
}
