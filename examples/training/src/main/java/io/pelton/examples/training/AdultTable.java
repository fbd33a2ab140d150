package io.pelton.examples.training;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The census rows by column.
 *
 * @param features the 14 features, in the order of the CSV header
 * @param income the truth per row, {@link #LOW_INCOME} or {@link #HIGH_INCOME}
 * @param heldOut whether a row is kept from training, see {@link HoldOut}
 */
record AdultTable(List<FeatureColumn> features, String[] income, boolean[] heldOut) {
  static final String INCOME = "income";
  static final String HELD_OUT = "held_out";
  static final String LOW_INCOME = "<=50K";
  static final String HIGH_INCOME = ">50K";

  int rows() {
    return income.length;
  }

  /** Numbers of the rows whose {@code held_out} flag is {@code flag}, ascending. */
  int[] rowsWhereHeldOut(boolean flag) {
    return IntStream.range(0, rows()).filter(row -> heldOut[row] == flag).toArray();
  }

  boolean isHighIncome(int row) {
    return income[row].equals(HIGH_INCOME);
  }
}
