package io.pelton.arrow.type;

/**
 * Rows of a column in the order in which they are wanted.
 *
 * @param selection the row at each place, null for rows that follow each other; may be longer than
 *     {@code count}
 * @param first the row at place 0 where there is no selection
 * @param count how many
 */
public record Rows(int[] selection, int first, int count) {
  public static Rows all(int count) {
    return run(0, count);
  }

  public static Rows run(int first, int count) {
    return new Rows(null, first, count);
  }

  public static Rows chosen(int[] selection, int count) {
    return new Rows(selection, 0, count);
  }

  /** Whether the rows follow each other. */
  public boolean isRun() {
    return selection == null;
  }

  public int at(int place) {
    return selection == null ? first + place : selection[place];
  }
}
