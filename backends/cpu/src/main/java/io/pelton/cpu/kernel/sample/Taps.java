package io.pelton.cpu.kernel.sample;

import io.pelton.engine.graph.Sampling;
import java.util.Arrays;

/**
 * Which elements of an axis make up each output, and by what weights: those from {@code begin[o]}
 * to before {@code begin[o + 1]}. An output without any is beyond the ends.
 */
record Taps(int[] begin, int[] index, double[] weight) {
  static Taps of(Sampling sampling, Coordinate coordinate) {
    int outputs = coordinate.outputs();
    Coefficients coefficients = new Coefficients(sampling, coordinate.scale());
    int first = coefficients.first();
    int[] begin = new int[outputs + 1];
    int[] index = new int[outputs * (2 - 2 * first)];
    double[] weight = new double[index.length];
    int count = 0;
    for (int output = 0; output < outputs; output++) {
      begin[output] = count;
      double place = coordinate.of(output);
      if (coordinate.isOutside(place)) {
        continue;
      }
      int left = (int) Math.ceil(place) - 1;
      double[] weights = coefficients.of(place - left);
      if (sampling.excludesOutside()) {
        exclude(weights, left + first, coordinate.length());
      }
      for (int i = 0; i < weights.length; i++) {
        if (weights[i] != 0) {
          index[count] = Math.min(Math.max(left + first + i, 0), coordinate.length() - 1);
          weight[count++] = weights[i];
        }
      }
    }
    begin[outputs] = count;
    return new Taps(begin, Arrays.copyOf(index, count), Arrays.copyOf(weight, count));
  }

  /** Where all weights are outside, they stay. */
  private static void exclude(double[] weights, int first, int length) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += isInside(first + i, length) ? weights[i] : 0;
    }
    for (int i = 0; sum != 0 && i < weights.length; i++) {
      weights[i] = isInside(first + i, length) ? weights[i] / sum : 0;
    }
  }

  private static boolean isInside(int element, int length) {
    return element >= 0 && element < length;
  }
}
