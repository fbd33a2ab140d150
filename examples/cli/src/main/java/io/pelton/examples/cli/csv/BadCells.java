package io.pelton.examples.cli.csv;

/** What becomes of cells that can't be read as what their column is. */
public enum BadCells {
  /** The first one ends the run. */
  FAIL,
  /** They are nulls, and counted. */
  NULL
}
