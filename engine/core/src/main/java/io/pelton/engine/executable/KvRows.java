package io.pelton.engine.executable;

/**
 * Caches of keys and values that stay on the device: a run computes the row of a new token, which
 * is then folded into its place in the resident cache. A row is one index of the token axis,
 * whatever lies before and behind that axis. Present where {@link ResidentHandles} is.
 */
public non-sealed interface KvRows extends ExecutableCapability {
  /**
   * Lets {@link #feedRow} copy from an output to a handle, which lie in the same dims but for the
   * token axis.
   *
   * @param input resident before the first {@link #feedRow}
   * @param axis that tokens run along, in both
   * @throws io.pelton.engine.error.UnknownName when there is no such input or output
   * @throws io.pelton.engine.error.InputMismatch when types differ beside the axis
   */
  void register(String input, int output, int axis);

  /**
   * Copies index {@code source} of every registered output of the last run to index {@code target}
   * of its handle, on the device.
   *
   * @throws io.pelton.engine.error.RowOutOfRange when an output or a handle has no such row; then
   *     nothing was copied
   * @throws IllegalStateException when nothing has run yet
   */
  void feedRow(long source, long target);

  /**
   * Copies the first {@code tokens} rows of all registered handles from those of another
   * executable, on the device: what a larger bucket starts with.
   *
   * @throws io.pelton.engine.error.IncompatibleSource when it registers other handles, other
   *     lengths beside the axis, or lies on another device
   * @throws io.pelton.engine.error.RowOutOfRange when either has fewer rows
   */
  void seedPrefixFrom(ExecutableGraph source, long tokens);

  /** {@link #seedPrefixFrom} for rows {@code from} (inclusive) to {@code to} (exclusive). */
  void copyRowsFrom(ExecutableGraph source, long from, long to);
}
