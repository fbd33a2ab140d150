package io.pelton.cuda.kernel.score;

import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.PostTransform;

/**
 * How the scores of a row become outputs.
 *
 * @param rule what happens to the only score of two labels
 * @param areAllCandidates a class needs no votes to win
 * @param threshold above which the only score of two labels, or their largest one, stands for the
 *     second
 */
public record Finish(
    Mode mode, PostTransform post, PairRule rule, boolean areAllCandidates, double threshold) {
  /** What a row's scores decide. */
  public enum Mode {
    SCORES,
    ONE_LABEL,
    PAIR,
    CLASSES,
    SECOND_ABOVE,
    SECOND_FROM
  }

  /** Of a regressor. */
  public static Finish scores(PostTransform post) {
    return new Finish(Mode.SCORES, post, PairRule.OPPOSITE, true, 0);
  }

  /** Whether the only score is above 0. */
  public static Finish oneLabel(PostTransform post) {
    return new Finish(Mode.ONE_LABEL, post, PairRule.OPPOSITE, true, 0);
  }

  /** One score for two labels. */
  public static Finish pair(PairRule rule, double threshold) {
    return new Finish(Mode.PAIR, PostTransform.NONE, rule, true, threshold);
  }

  /** The largest score wins. */
  public static Finish classes(PostTransform post, boolean areAllCandidates) {
    return new Finish(Mode.CLASSES, post, PairRule.OPPOSITE, areAllCandidates, 0);
  }

  /** The largest of two scores wins; above a threshold, or at it, the second does in any case. */
  public static Finish second(PostTransform post, boolean isAbove, double threshold) {
    Mode mode = isAbove ? Mode.SECOND_ABOVE : Mode.SECOND_FROM;
    return new Finish(mode, post, PairRule.OPPOSITE, true, threshold);
  }

  /** All but the labels, as parameters {@code mode} to {@code threshold}. */
  public LaunchBuilder put(LaunchBuilder launch) {
    return launch
        .i32(Codes.of(mode))
        .i32(Codes.of(post))
        .i32(Codes.of(rule))
        .i32(areAllCandidates ? 1 : 0)
        .f64(threshold);
  }
}
