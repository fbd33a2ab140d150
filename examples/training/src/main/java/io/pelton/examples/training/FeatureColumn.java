package io.pelton.examples.training;

/** One feature of every row, in file order. */
sealed interface FeatureColumn {
  String name();

  /** A number per row; {@code NaN} where it is missing. */
  record Numbers(String name, float[] values) implements FeatureColumn {}

  /** A string per row; {@code null} where it is missing. */
  record Texts(String name, String[] values) implements FeatureColumn {}
}
