package io.pelton.cuda.kernel.score;

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
}
