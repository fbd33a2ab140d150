package io.pelton.examples.training;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Makes numbers missing, so that a model learns where to send them. */
final class CellBlanker {
  static final Set<String> COLUMNS = Set.of("age", "hours-per-week");
  private static final double FRACTION = 0.05;

  private CellBlanker() {}

  /**
   * A copy of the table in which exactly 5% of the cells of each of {@link #COLUMNS}, rounded to
   * whole cells and chosen by the seed, are {@code NaN}.
   */
  static AdultTable blank(AdultTable table, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<FeatureColumn> features =
        table.features().stream()
            .map(
                column ->
                    column instanceof FeatureColumn.Numbers numbers
                            && COLUMNS.contains(numbers.name())
                        ? blank(numbers, random)
                        : column)
            .toList();
    return new AdultTable(features, table.income(), table.heldOut());
  }

  /** Selection sampling: each cell is taken with probability wanted / left. */
  private static FeatureColumn blank(FeatureColumn.Numbers column, SplittableRandom random) {
    float[] values = column.values().clone();
    int wanted = (int) Math.round(FRACTION * values.length);
    for (int row = 0; row < values.length; row++) {
      if (random.nextInt(values.length - row) < wanted) {
        values[row] = Float.NaN;
        wanted--;
      }
    }
    return new FeatureColumn.Numbers(column.name(), values);
  }
}
