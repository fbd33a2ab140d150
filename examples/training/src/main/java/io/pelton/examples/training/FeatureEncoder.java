package io.pelton.examples.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Turns rows into float32 features: first every number as it is, {@code NaN} where missing, then a
 * one-hot block per string column, both in table order.
 *
 * <p>The categories of a block are the sorted distinct strings of the training rows, a missing
 * string counting as {@link AdultCsv#MISSING}; any other string gives a block of zeros.
 */
final class FeatureEncoder {
  private final List<String> numbers;
  private final List<OneHot> oneHots;

  /** The categories of one string column, ascending by UTF-16 unit. */
  record OneHot(String column, List<String> categories) {}

  private FeatureEncoder(List<String> numbers, List<OneHot> oneHots) {
    this.numbers = numbers;
    this.oneHots = oneHots;
  }

  /** Learns the categories from the rows that are not held out. */
  static FeatureEncoder fit(AdultTable table) {
    int[] trainingRows = table.rowsWhereHeldOut(false);
    List<String> numbers = new ArrayList<>();
    List<OneHot> oneHots = new ArrayList<>();
    for (FeatureColumn column : table.features()) {
      if (column instanceof FeatureColumn.Texts texts) {
        List<String> categories =
            Arrays.stream(trainingRows)
                .mapToObj(row -> category(texts, row))
                .distinct()
                .sorted()
                .toList();
        oneHots.add(new OneHot(texts.name(), categories));
      } else {
        numbers.add(column.name());
      }
    }
    return new FeatureEncoder(List.copyOf(numbers), List.copyOf(oneHots));
  }

  List<String> numbers() {
    return numbers;
  }

  List<OneHot> oneHots() {
    return oneHots;
  }

  /** Number of features of a row. */
  int width() {
    return numbers.size() + oneHots.stream().mapToInt(block -> block.categories().size()).sum();
  }

  /** Features of the given rows, row-major, {@code rows.length} x {@link #width()}. */
  float[] encode(AdultTable table, int[] rows) {
    int width = width();
    float[] encoded = new float[rows.length * width];
    int number = 0;
    int block = 0;
    int blockStart = numbers.size();
    for (FeatureColumn column : table.features()) {
      if (column instanceof FeatureColumn.Numbers source) {
        for (int i = 0; i < rows.length; i++) {
          encoded[i * width + number] = source.values()[rows[i]];
        }
        number++;
      } else if (column instanceof FeatureColumn.Texts source) {
        List<String> categories = oneHots.get(block).categories();
        for (int i = 0; i < rows.length; i++) {
          int category = categories.indexOf(category(source, rows[i]));
          if (category >= 0) {
            encoded[i * width + blockStart + category] = 1f;
          }
        }
        block++;
        blockStart += categories.size();
      }
    }
    return encoded;
  }

  private static String category(FeatureColumn.Texts column, int row) {
    return Objects.requireNonNullElse(column.values()[row], AdultCsv.MISSING);
  }
}
