package io.pelton.engine.executable;

import java.util.OptionalInt;

/**
 * Runs on the first rows of a batch alone. Present where inputs have rows: a symbolic length at
 * axis 0 that they share.
 */
public non-sealed interface ActiveExtent extends ExecutableCapability {
  /**
   * Lets runs compute the first {@code actual} rows of inputs that have {@code upper} rows. Stays
   * until it is set again or cleared. Outputs keep {@code upper} rows; where the extent is
   * honoured, those from {@code actual} on are undefined, elsewhere all are computed.
   *
   * @param actual 0 to {@code upper}
   * @param upper rows of the inputs of the next runs; another number is an {@code InputMismatch}
   * @throws IllegalArgumentException when {@code actual} is not within the upper bound
   */
  void set(int actual, int upper);

  /** Lets runs compute all rows again. */
  void clear();

  /** The rows that are computed; empty for all. */
  OptionalInt actual();

  /**
   * True when a run on so many rows leaves out those beyond the extent: rows stay apart and every
   * kernel of the plan can. Makes the plan where there is none yet.
   *
   * @param upper rows of the inputs; symbols at other axes count as 1
   * @throws io.pelton.engine.error.ParametersPending when declared parameters are not final
   * @throws io.pelton.engine.error.EngineException when there can be no plan for so many rows
   */
  boolean isHonoured(int upper);
}
