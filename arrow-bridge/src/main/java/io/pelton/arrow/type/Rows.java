package io.pelton.arrow.type;

/**
 * Rows of a column in the order in which they are wanted.
 *
 * @param selection the row at each place, null for all rows in order; may be longer than {@code
 *     count}
 * @param count how many
 */
public record Rows(int[] selection, int count) {
  public static Rows all(int count) {
    return new Rows(null, count);
  }

  public boolean isAll() {
    return selection == null;
  }

  public int at(int place) {
    return selection == null ? place : selection[place];
  }
}
