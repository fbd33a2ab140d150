package io.pelton.flink.table;

import org.apache.flink.annotation.PublicEvolving;

/** What becomes of a row that a model can't score. */
@PublicEvolving
public enum ErrorHandling {
  /** The query fails. */
  FAIL,
  /**
   * The row comes out with nulls in the model's columns, beside the reason where it is asked for.
   */
  NULL,
  /** The row does not come out. */
  SKIP
}
