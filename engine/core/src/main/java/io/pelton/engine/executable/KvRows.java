package io.pelton.engine.executable;

/**
 * Caches of keys and values that stay on the device: a run computes the row of a new token, which
 * is then folded into its place in the resident cache. A row is one index of the token axis,
 * whatever lies before and behind that axis. Present where {@link ResidentHandles} is.
 */
public non-sealed interface KvRows extends ExecutableCapability {
  /**
   * Lets {@link #feedRow} copy from an output to a handle, whose lengths are the same but for the
   * token axis. Replaces what was registered for the handle before.
   *
   * @param input resident before the first {@link #feedRow}
   * @param output its index
   * @param axis that tokens run along, in both
   * @throws io.pelton.engine.error.UnknownName when there is no such input or output
   * @throws io.pelton.engine.error.InputMismatch when types differ beside the axis, there is no
   *     such axis, or elements are strings or smaller than a byte
   */
  void register(String input, int output, int axis);

  /**
   * Copies index {@code source} of every registered output of the last run to index {@code target}
   * of its handle, on the device. An error means that nothing was copied.
   *
   * @throws io.pelton.engine.error.RowOutOfRange when an output or a handle has no such row
   * @throws io.pelton.engine.error.UnknownName when a handle is not resident
   * @throws io.pelton.engine.error.InputMismatch when lengths beside the axis turn out to differ
   * @throws IllegalStateException when nothing has run yet, or the last run failed
   */
  void feedRow(long source, long target);

  /**
   * Copies the first {@code tokens} rows of all registered handles from those of another
   * executable, on the device: what a larger bucket starts with. An error means that nothing was
   * copied.
   *
   * @param source which no other thread uses meanwhile
   * @throws io.pelton.engine.error.IncompatibleSource when it is this one, does not register one of
   *     these handles along the same axis, has another dtype or other lengths beside the axis, or
   *     its handles lie on another device
   * @throws io.pelton.engine.error.RowOutOfRange when either has fewer rows
   * @throws io.pelton.engine.error.UnknownName when a handle of either is not resident
   * @throws io.pelton.engine.error.ConcurrentUse when either is in use or closed
   */
  void seedPrefixFrom(ExecutableGraph source, long tokens);

  /**
   * {@link #seedPrefixFrom} for rows {@code from} (inclusive) to {@code to} (exclusive), with the
   * same errors.
   *
   * @throws IllegalArgumentException when that is no range
   */
  void copyRowsFrom(ExecutableGraph source, long from, long to);
}
