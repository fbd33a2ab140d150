package io.pelton.cpu.kernel.reduce;

/** Finds the largest element of a run; NaN counts as largest. */
@FunctionalInterface
public interface Largest<A> {
  /** The index of the largest of {@code count} elements, at least one, from {@code x[at]} on. */
  int find(A x, int at, int count);

  /** Of equal ones the first. */
  static Largest<float[]> first() {
    return ArgMaxLoops::first;
  }

  /** Of equal ones the last. */
  static Largest<float[]> last() {
    return ArgMaxLoops::last;
  }
}
