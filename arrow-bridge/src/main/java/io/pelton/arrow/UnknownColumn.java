package io.pelton.arrow;

import java.util.List;

/** A column that does not exist was named. */
public final class UnknownColumn extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final String wantedBy;
  private final List<String> known;

  public UnknownColumn(String column, String wantedBy, List<String> known) {
    super(
        "There is no column '"
            + column
            + "', which "
            + wantedBy
            + " needs; the columns are "
            + known
            + ".");
    this.column = column;
    this.wantedBy = wantedBy;
    this.known = List.copyOf(known);
  }

  public String column() {
    return column;
  }

  public String wantedBy() {
    return wantedBy;
  }

  public List<String> known() {
    return known;
  }
}
