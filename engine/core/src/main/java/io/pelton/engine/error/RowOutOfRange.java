package io.pelton.engine.error;

/** A row was named that a value does not have. */
public final class RowOutOfRange extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final long row;
  private final long rows;

  public RowOutOfRange(String name, long row, long rows) {
    super("'" + name + "' has no row " + row + ": it has " + rows + " rows, from 0 on.");
    this.name = name;
    this.row = row;
    this.rows = rows;
  }

  public String name() {
    return name;
  }

  public long row() {
    return row;
  }

  public long rows() {
    return rows;
  }
}
