package io.pelton.examples.adult;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Quality of a binary classifier.
 *
 * @param rows rows looked at
 * @param accuracy share of rows on the right side of probability 0.5; 0.5 itself counts as
 *     negative; NaN without rows
 * @param auc area under the ROC curve by the Mann-Whitney statistic, ties counted half; NaN when a
 *     class is absent
 */
record BinaryMetrics(int rows, double accuracy, double auc) {
  /**
   * @param probabilities of the positive class, by row
   * @param truth whether the row is positive
   */
  static BinaryMetrics of(float[] probabilities, boolean[] truth) {
    int rows = probabilities.length;
    long right =
        IntStream.range(0, rows).filter(row -> probabilities[row] > 0.5f == truth[row]).count();
    return new BinaryMetrics(rows, (double) right / rows, auc(probabilities, truth));
  }

  private static double auc(float[] probabilities, boolean[] truth) {
    int[] ascending =
        IntStream.range(0, probabilities.length)
            .boxed()
            .sorted(Comparator.comparingDouble(row -> probabilities[row]))
            .mapToInt(Integer::intValue)
            .toArray();
    double rankSum = 0;
    long positives = 0;
    int start = 0;
    while (start < ascending.length) {
      int end = start;
      long tied = 0;
      while (end < ascending.length
          && probabilities[ascending[end]] == probabilities[ascending[start]]) {
        tied += truth[ascending[end++]] ? 1 : 0;
      }
      double meanRank = (start + 1 + end) / 2.0;
      rankSum += tied * meanRank;
      positives += tied;
      start = end;
    }
    double negatives = ascending.length - positives;
    return (rankSum - positives * (positives + 1) / 2.0) / (positives * negatives);
  }
}
