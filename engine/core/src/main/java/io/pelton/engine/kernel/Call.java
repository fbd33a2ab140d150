package io.pelton.engine.kernel;

/** A kernel bound to its operands. Used by one thread at a time; running allocates nothing. */
@FunctionalInterface
public interface Call {
  /**
   * Computes the first {@code rows} rows of every output.
   *
   * @param rows 0 to {@link NodeSpec#rows()}; a node without a row axis is one row
   * @throws io.pelton.engine.error.InvalidValue for data that the op must refuse
   */
  void run(int rows);
}
