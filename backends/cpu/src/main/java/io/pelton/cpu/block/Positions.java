package io.pelton.cpu.block;

import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/**
 * Walks the elements of a layout in row-major order. Positions count from the layout's own start:
 * whoever reads adds the operand's offset. Not thread-safe; allocates nothing once made.
 */
public final class Positions {
  /** Axes of length 1 are gone, and neighbours that one step walks through are one axis. */
  private final int[] lengths;

  private final int[] steps;
  private final int[] index;
  private final int inner;
  private int position;

  private Positions(int[] lengths, int[] steps) {
    this.lengths = lengths;
    this.steps = steps;
    this.index = new int[lengths.length];
    this.inner = lengths.length - 1;
  }

  /**
   * @param view lengths and strides; its offset is not used
   */
  public static Positions of(Layout view) {
    int[] lengths = new int[Math.max(view.rank(), 1)];
    int[] steps = new int[lengths.length];
    int at = lengths.length;
    for (int axis = view.rank() - 1; axis >= 0; axis--) {
      int length = Math.toIntExact(view.dim(axis));
      int step = Math.toIntExact(view.stride(axis));
      if (length == 1) {
        continue;
      }
      if (at < lengths.length && step == (long) steps[at] * lengths[at]) {
        lengths[at] *= length;
      } else {
        at--;
        lengths[at] = length;
        steps[at] = step;
      }
    }
    if (at == lengths.length) {
      at--;
      lengths[at] = 1;
    }
    return new Positions(tail(lengths, at), tail(steps, at));
  }

  private static int[] tail(int[] values, int from) {
    return Arrays.copyOfRange(values, from, values.length);
  }

  /** Axes that are walked, at least one. */
  int rank() {
    return lengths.length;
  }

  int length(int axis) {
    return lengths[axis];
  }

  int step(int axis) {
    return steps[axis];
  }

  /** Goes to the element with that index in row-major order; the layout must not be empty. */
  public void seek(int element) {
    int rest = element;
    position = 0;
    for (int axis = inner; axis > 0; axis--) {
      index[axis] = rest % lengths[axis];
      rest /= lengths[axis];
      position += index[axis] * steps[axis];
    }
    index[0] = rest;
    position += rest * steps[0];
  }

  /** Where the current element lies. */
  public int position() {
    return position;
  }

  /** How many elements from the current one on lie {@link #step} apart. */
  public int run() {
    return lengths[inner] - index[inner];
  }

  public int step() {
    return steps[inner];
  }

  /** Moves on by at most {@link #run} elements. */
  public void advance(int count) {
    index[inner] += count;
    position += count * steps[inner];
    for (int axis = inner; axis > 0 && index[axis] == lengths[axis]; axis--) {
      index[axis] = 0;
      index[axis - 1]++;
      position += steps[axis - 1] - lengths[axis] * steps[axis];
    }
  }

  /** Where the current element lies; then moves on by one. */
  public int next() {
    int current = position;
    advance(1);
    return current;
  }
}
