package io.pelton.flink.format;

import org.apache.flink.annotation.PublicEvolving;

/** What becomes of a nullable column that a file does not have. */
@PublicEvolving
public enum MissingColumn {
  /** Reading the file fails. */
  FAIL,
  /** Every row has null. */
  NULL
}
