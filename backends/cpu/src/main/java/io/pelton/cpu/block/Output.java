package io.pelton.cpu.block;

/**
 * An output that is written block by block from arrays of one type. Not thread-safe; writing
 * allocates nothing.
 *
 * @param <A> {@code float[]}, {@code double[]}, {@code long[]}, or {@code byte[]} for booleans
 */
public interface Output<A> {
  /**
   * Starts elements {@code from} to {@code from + count - 1}, whose values are undefined until set.
   */
  void open(int from, int count);

  /** Whether blocks are written where the output lies in this run, and so may have any length. */
  default boolean isInPlace() {
    return false;
  }

  /** Where to write the block that was opened, from {@link #at} on. */
  A array();

  int at();

  /** Stores the block that was opened. */
  void commit();
}
