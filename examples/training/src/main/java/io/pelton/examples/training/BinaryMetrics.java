package io.pelton.examples.training;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Quality of a binary classifier.
 *
 * @param rows rows looked at
 * @param accuracy share of rows on the right side of probability 0.5; 0.5 itself counts as negative
 * @param auc area under the ROC curve, ties counted half; {@code NaN} when a class is absent
 */
record BinaryMetrics(int rows, double accuracy, double auc) {

  /** Measures the given rows of a table against P(income &gt;50K) of every row. */
  static BinaryMetrics of(AdultTable table, float[] probabilities, int[] rows) {
    int right = 0;
    for (int row : rows) {
      if (probabilities[row] > 0.5f == table.isHighIncome(row)) {
        right++;
      }
    }
    return new BinaryMetrics(
        rows.length, (double) right / rows.length, auc(table, probabilities, rows));
  }

  /** Mann-Whitney U of the positives over (positives x negatives), with mid-ranks for ties. */
  private static double auc(AdultTable table, float[] probabilities, int[] rows) {
    int[] ordered =
        Arrays.stream(rows)
            .boxed()
            .sorted(Comparator.comparingDouble(row -> probabilities[row]))
            .mapToInt(Integer::intValue)
            .toArray();
    double rankSum = 0;
    long positives = 0;
    for (int start = 0; start < ordered.length; ) {
      int end = start;
      long tiedPositives = 0;
      while (end < ordered.length && probabilities[ordered[end]] == probabilities[ordered[start]]) {
        tiedPositives += table.isHighIncome(ordered[end]) ? 1 : 0;
        end++;
      }
      rankSum += tiedPositives * (start + 1 + end) / 2.0;
      positives += tiedPositives;
      start = end;
    }
    long negatives = ordered.length - positives;
    return (rankSum - positives * (positives + 1) / 2.0) / ((double) positives * negatives);
  }
}
