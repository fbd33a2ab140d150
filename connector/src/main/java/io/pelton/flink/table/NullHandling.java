package io.pelton.flink.table;

import org.apache.flink.annotation.PublicEvolving;

/** What becomes of a NULL on its way into a model. It is never read as a value. */
@PublicEvolving
public enum NullHandling {
  /** NaN at inputs of floats; a row that can't be scored at all others. */
  STANDARD,
  /** The row can't be scored. */
  FAIL,
  /** NaN; for inputs of floats only. */
  NAN,
  /** The row does not come out. */
  DROP,
  /** The value that {@link PeltonModelOptions#NULL_DEFAULT} gives. */
  DEFAULT
}
