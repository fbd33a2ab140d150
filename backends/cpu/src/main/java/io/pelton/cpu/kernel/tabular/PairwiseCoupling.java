package io.pelton.cpu.kernel.tabular;

/**
 * Class probabilities from those of all pairs: the second method of Wu, Lin and Weng, "Probability
 * Estimates for Multi-class Classification by Pairwise Coupling" (2004), in {@code float} and with
 * the same stopping rule as ONNX Runtime, on which the result depends. Used by one thread at a
 * time.
 */
final class PairwiseCoupling {
  private static final int MAX_STEPS = 100;

  private final int classes;
  private final float tolerance;
  private final float[] q;
  private final float[] qp;
  private final float[] p;

  PairwiseCoupling(int classes) {
    this.classes = classes;
    this.tolerance = 0.005f / classes;
    this.q = new float[classes * classes];
    this.qp = new float[classes];
    this.p = new float[classes];
  }

  /**
   * @param pairs [classes, classes]; element (i, j) is the probability of i among i and j
   * @return one probability per class, valid until the next call
   */
  float[] couple(float[] pairs) {
    prepare(pairs);
    for (int step = 0; step < MAX_STEPS; step++) {
      float pqp = multiply();
      if (error(pqp) < tolerance) {
        break;
      }
      improve(pqp);
    }
    return p;
  }

  private void prepare(float[] r) {
    for (int i = 0; i < classes; i++) {
      p[i] = 1.0f / classes;
      float diagonal = 0;
      for (int j = 0; j < classes; j++) {
        if (j != i) {
          float other = r[j * classes + i];
          diagonal += other * other;
          q[i * classes + j] = -other * r[i * classes + j];
        }
      }
      q[i * classes + i] = diagonal;
    }
  }

  /** Sets Qp; returns pQp. */
  private float multiply() {
    float pqp = 0;
    for (int i = 0; i < classes; i++) {
      float sum = 0;
      for (int j = 0; j < classes; j++) {
        sum += q[i * classes + j] * p[j];
      }
      qp[i] = sum;
      pqp += p[i] * sum;
    }
    return pqp;
  }

  private float error(float pqp) {
    float max = 0;
    for (float value : qp) {
      float error = Math.abs(value - pqp);
      max = error > max ? error : max; // NaN is no error, so that its classes stay even
    }
    return max;
  }

  private void improve(float start) {
    float pqp = start;
    for (int i = 0; i < classes; i++) {
      float diagonal = q[i * classes + i];
      float step = (-qp[i] + pqp) / diagonal;
      p[i] += step;
      float scale = 1 + step;
      pqp = (pqp + step * (step * diagonal + 2 * qp[i])) / scale / scale;
      for (int j = 0; j < classes; j++) {
        qp[j] = (qp[j] + step * q[i * classes + j]) / scale;
        p[j] /= scale;
      }
    }
  }
}
