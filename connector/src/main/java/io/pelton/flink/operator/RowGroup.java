package io.pelton.flink.operator;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Objects;

/**
 * Rows that were scored together.
 *
 * @param rows of the batch, in the order of the outputs' rows
 * @param lengths one a model output: how many elements of its second axis belong to each row; null
 *     where all do
 */
record RowGroup(int[] rows, List<int[]> lengths) {
  /**
   * What belongs to one row of an output.
   *
   * @param values an array with the row's elements, padding included
   * @param output position among the model's
   * @param at position among the rows of the group
   * @param longest elements of the output's second axis
   */
  Object own(Object values, int output, int at, long longest) {
    int[] own = lengths.get(output);
    if (own == null || own[at] == longest) {
      return values;
    }
    int count = Math.toIntExact(Array.getLength(values) / longest * own[at]);
    Object cut = Array.newInstance(values.getClass().getComponentType(), count);
    System.arraycopy(values, 0, cut, 0, count);
    return cut;
  }

  /** Whether rows of some output are shorter than the others'. */
  boolean isPadded() {
    return lengths.stream().anyMatch(Objects::nonNull);
  }
}
