package io.pelton.cpu.kernel.score;

import io.pelton.cpu.math.DoubleMath;
import io.pelton.engine.graph.PostTransform;

/**
 * The post transforms of ai.onnx.ml. Transcendental functions are {@link StrictMath}'s in double
 * precision, rounded once, so that results are the same everywhere; the inverse normal
 * distribution, whose formula is an approximation, takes the same single-precision steps as ONNX
 * Runtime does.
 */
public final class Scores {
  /** Scores this close to 0 count as 0 for {@link PostTransform#SOFTMAX_ZERO}. */
  private static final float ZERO = 1e-7f;

  private static final float SQUARE_ROOT_OF_TWO = (float) Math.sqrt(2);

  /** Winitzki's constant for the inverse error function. */
  private static final float WINITZKI = 0.147f;

  private Scores() {}

  /** Transforms the scores of one row; where there is only one, as {@link #single} does. */
  public static void transform(PostTransform post, double[] scores, int count) {
    if (count > 1) {
      apply(post, scores, count);
    } else if (post == PostTransform.PROBIT) {
      scores[0] = probit((float) scores[0]);
    }
  }

  /**
   * Transforms the scores of one row, of which there are several.
   *
   * @param scores what is transformed; overwritten
   * @param out receives {@code count} values from {@code at} on
   */
  public static void write(PostTransform post, double[] scores, int count, float[] out, int at) {
    apply(post, scores, count);
    for (int i = 0; i < count; i++) {
      out[at + i] = (float) scores[i];
    }
  }

  private static void apply(PostTransform post, double[] scores, int count) {
    switch (post) {
      case NONE -> {}
      case LOGISTIC -> {
        for (int i = 0; i < count; i++) {
          scores[i] = logistic(scores[i]);
        }
      }
      case SOFTMAX -> softmax(scores, count);
      case SOFTMAX_ZERO -> softmaxZero(scores, count);
      case PROBIT -> {
        for (int i = 0; i < count; i++) {
          scores[i] = probit((float) scores[i]);
        }
      }
    }
  }

  /**
   * Transforms the only score of a row. As in ONNX Runtime, by which exported models were checked,
   * only {@link PostTransform#PROBIT} has an effect.
   */
  public static float single(PostTransform post, double score) {
    return post == PostTransform.PROBIT ? probit((float) score) : (float) score;
  }

  public static double logistic(double score) {
    return DoubleMath.sigmoid(score);
  }

  /** The quantile of the standard normal distribution; NaN outside of [0, 1]. */
  public static float probit(float probability) {
    return SQUARE_ROOT_OF_TWO * inverseErrorFunction(2 * probability - 1);
  }

  private static float inverseErrorFunction(float x) {
    float log = (float) StrictMath.log((1 - x) * (1 + x));
    float v = 2 / ((float) Math.PI * WINITZKI) + 0.5f * log;
    float v2 = 1 / WINITZKI * log;
    float v3 = -v + (float) Math.sqrt(v * v - v2);
    return (x < 0 ? -1f : 1f) * (float) Math.sqrt(v3);
  }

  private static void softmax(double[] scores, int count) {
    double max = max(scores, count);
    double sum = 0;
    for (int i = 0; i < count; i++) {
      scores[i] = StrictMath.exp(scores[i] - max);
      sum += scores[i];
    }
    for (int i = 0; i < count; i++) {
      scores[i] /= sum;
    }
  }

  private static void softmaxZero(double[] scores, int count) {
    double max = max(scores, count);
    double sum = 0;
    for (int i = 0; i < count; i++) {
      if (isZero(scores[i])) {
        scores[i] *= StrictMath.exp(-max);
      } else {
        scores[i] = StrictMath.exp(scores[i] - max);
        sum += scores[i];
      }
    }
    if (sum != 0) {
      for (int i = 0; i < count; i++) {
        scores[i] /= sum;
      }
    }
  }

  private static boolean isZero(double score) {
    return (float) score <= ZERO && (float) score >= -ZERO;
  }

  private static double max(double[] scores, int count) {
    double max = -Float.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      if (scores[i] > max) {
        max = scores[i];
      }
    }
    return max;
  }

  public static void widen(float[] scores, double[] out) {
    for (int i = 0; i < scores.length; i++) {
      out[i] = scores[i];
    }
  }

  /** The index of the first maximum; 0 where nothing compares. */
  public static int firstMaximum(double[] scores, int count) {
    int best = 0;
    for (int i = 1; i < count; i++) {
      if (scores[i] > scores[best]) {
        best = i;
      }
    }
    return best;
  }
}
