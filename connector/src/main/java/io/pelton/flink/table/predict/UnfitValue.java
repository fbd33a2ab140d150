package io.pelton.flink.table.predict;

/** A value of an output that has no room in its column, which is a matter of its row alone. */
final class UnfitValue extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnfitValue(String value, String type) {
    super("The model gave " + value + ", which does not fit " + type + ".");
  }
}
