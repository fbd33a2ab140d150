package io.pelton.onnx.oracle;

import java.util.Arrays;

/** The post transforms of ai.onnx.ml, in double precision. */
final class PostTransformTwin {
  private PostTransformTwin() {}

  /**
   * @param scores of one row; a single one is changed by PROBIT only
   */
  static double[] of(String post, double... scores) {
    if (scores.length == 1 && !post.equals("PROBIT")) {
      return scores;
    }
    return switch (post) {
      case "LOGISTIC" -> Arrays.stream(scores).map(PostTransformTwin::logistic).toArray();
      case "PROBIT" -> Arrays.stream(scores).map(PostTransformTwin::probit).toArray();
      case "SOFTMAX" -> softmax(scores, false);
      case "SOFTMAX_ZERO" -> softmax(scores, true);
      default -> scores;
    };
  }

  static double logistic(double score) {
    return 1 / (1 + Math.exp(-score));
  }

  private static double[] softmax(double[] scores, boolean keepsZero) {
    double max = Arrays.stream(scores).max().orElseThrow();
    double[] out = new double[scores.length];
    double sum = 0;
    for (int i = 0; i < out.length; i++) {
      out[i] = keepsZero && scores[i] == 0 ? 0 : Math.exp(scores[i] - max);
      sum += out[i];
    }
    for (int i = 0; i < out.length; i++) {
      out[i] = sum == 0 ? out[i] : out[i] / sum;
    }
    return out;
  }

  /** Winitzki's approximation, in the single-precision steps that exported models expect. */
  static double probit(double probability) {
    float x = 2 * (float) probability - 1;
    float log = (float) Math.log((1 - x) * (1 + x));
    float v = 2 / ((float) Math.PI * 0.147f) + 0.5f * log;
    float root = (float) Math.sqrt(-v + (float) Math.sqrt(v * v - 1 / 0.147f * log));
    return (float) Math.sqrt(2) * (x < 0 ? -root : root);
  }

  /** The inverse of {@link #probit}. */
  static double probability(double quantile) {
    double x2 = quantile * quantile / 2;
    double error = Math.sqrt(1 - Math.exp(-x2 * (4 / Math.PI + 0.147 * x2) / (1 + 0.147 * x2)));
    if (Double.isInfinite(quantile)) {
      error = 1;
    }
    return (1 + Math.copySign(error, quantile)) / 2;
  }
}
