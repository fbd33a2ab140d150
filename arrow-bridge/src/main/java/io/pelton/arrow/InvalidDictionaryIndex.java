package io.pelton.arrow;

/** A dictionary-encoded column points outside its dictionary. */
public final class InvalidDictionaryIndex extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final long row;
  private final long index;
  private final long size;

  public InvalidDictionaryIndex(String column, long row, long index, long size) {
    super(
        "Column '"
            + column
            + "', row "
            + row
            + ": dictionary index "
            + index
            + " is outside the dictionary of "
            + size
            + " values; the data is corrupted.");
    this.column = column;
    this.row = row;
    this.index = index;
    this.size = size;
  }

  public String column() {
    return column;
  }

  public long row() {
    return row;
  }

  public long index() {
    return index;
  }

  public long size() {
    return size;
  }
}
