package io.pelton.cpu.kernel.score;

import io.pelton.engine.graph.PostTransform;

/** How one score, for the second of two labels, becomes a score for each. */
public enum PairRule {
  /** [1 - s, s]: the score is a probability. */
  COMPLEMENT,
  /** [-s, s]: the score is a margin. */
  OPPOSITE,
  /** The logistic function of [-s, s]. */
  LOGISTIC,
  /** [-p, p] with the quantile p of a probability. */
  PROBIT;

  /** The given rule, but for {@link PostTransform#PROBIT}, which knows only one. */
  public static PairRule unlessProbit(PostTransform post, PairRule rule) {
    return post == PostTransform.PROBIT ? PROBIT : rule;
  }

  /** Writes both scores to {@code out}, from {@code at} on. */
  public void write(double score, float[] out, int at) {
    switch (this) {
      case COMPLEMENT -> {
        out[at] = (float) (1 - score);
        out[at + 1] = (float) score;
      }
      case OPPOSITE -> {
        out[at] = (float) -score;
        out[at + 1] = (float) score;
      }
      case LOGISTIC -> {
        out[at] = (float) Scores.logistic(-score);
        out[at + 1] = (float) Scores.logistic(score);
      }
      case PROBIT -> {
        float quantile = Scores.probit((float) score);
        out[at] = -quantile;
        out[at + 1] = quantile;
      }
    }
  }
}
