package io.pelton.arrow;

/** A list has another number of elements than the model input or the lists before it. */
public final class UnevenLists extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final long row;
  private final String expected;
  private final long found;

  public UnevenLists(String column, long row, String expected, long found) {
    super(
        "Column '"
            + column
            + "', row "
            + row
            + ": expected a list of "
            + expected
            + " elements, found "
            + found
            + "; pad or cut the lists to one length, or sort the rows into batches by it.");
    this.column = column;
    this.row = row;
    this.expected = expected;
    this.found = found;
  }

  public String column() {
    return column;
  }

  public long row() {
    return row;
  }

  public String expected() {
    return expected;
  }

  public long found() {
    return found;
  }
}
