package io.pelton.examples.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CellBlankerTest {
  @Test
  void blanksExactlyFivePercentOfTheNamedColumnsOnly() {
    AdultTable table = table(1000);

    AdultTable blanked = CellBlanker.blank(table, 1);

    assertThat(blankRows(blanked, 0)).hasSize(50);
    assertThat(blankRows(blanked, 1)).isEmpty();
    assertThat(blankRows(blanked, 2)).hasSize(50).isNotEqualTo(blankRows(blanked, 0));
    assertThat(blankRows(table, 0)).isEmpty();
  }

  @Test
  void theSeedDecides() {
    AdultTable table = table(1000);

    assertThat(blankRows(CellBlanker.blank(table, 1), 0))
        .isEqualTo(blankRows(CellBlanker.blank(table, 1), 0))
        .isNotEqualTo(blankRows(CellBlanker.blank(table, 2), 0));
  }

  private static AdultTable table(int rows) {
    return new AdultTable(
        List.of(
            new FeatureColumn.Numbers("age", new float[rows]),
            new FeatureColumn.Numbers("fnlwgt", new float[rows]),
            new FeatureColumn.Numbers("hours-per-week", new float[rows])),
        new String[rows],
        new boolean[rows]);
  }

  private static List<Integer> blankRows(AdultTable table, int column) {
    float[] values = ((FeatureColumn.Numbers) table.features().get(column)).values();
    return IntStream.range(0, values.length)
        .filter(row -> Float.isNaN(values[row]))
        .boxed()
        .toList();
  }
}
