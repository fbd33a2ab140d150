package io.pelton.cpu.block;

/**
 * An operand that is read block by block as arrays of one type. Not thread-safe; reading allocates
 * nothing.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
public interface Blocks<A> {
  /** Makes elements {@code from} to {@code from + count - 1} readable. */
  void read(int from, int count);

  /** Whether blocks are read where the operand lies in this run, and so may have any length. */
  default boolean isInPlace() {
    return false;
  }

  /** Where the block that was read lies, from {@link #at} on. Not to be written. */
  A array();

  int at();
}
