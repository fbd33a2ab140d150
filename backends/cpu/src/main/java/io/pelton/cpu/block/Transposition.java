package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Carrier;
import io.pelton.engine.tensor.Layout;
import java.util.Optional;

/**
 * Copies an operand on the heap whose elements lie side by side along another axis than their last,
 * tile by tile. For dtypes with one slot an element. Not thread-safe; copying allocates nothing.
 */
public final class Transposition {
  private static final int LEAST = 2;

  /** Elements of a tile. */
  private static final int SIZE = TransposedTile.SIDE * TransposedTile.SIDE;

  private final Operand source;
  private final Carrier carrier;
  private final int[] lengths;
  private final int[] steps;
  private final int[] targetSteps;
  private final int[] index;
  private final int across;

  private Transposition(Operand source, Positions positions, int across) {
    this.source = source;
    this.carrier = source.dtype().carrier();
    this.lengths = new int[positions.rank()];
    this.steps = new int[lengths.length];
    this.targetSteps = new int[lengths.length];
    this.index = new int[lengths.length];
    this.across = across;
    int step = 1;
    for (int axis = lengths.length - 1; axis >= 0; axis--) {
      lengths[axis] = positions.length(axis);
      steps[axis] = positions.step(axis);
      targetSteps[axis] = step;
      step *= lengths[axis];
    }
  }

  /**
   * Empty where that is no way to copy.
   *
   * @param view lengths and strides in which the operand is seen; its offset is not used
   */
  public static Optional<Transposition> of(Operand source, Layout view) {
    if (view.elements() == 0) {
      return Optional.empty();
    }
    Positions positions = Positions.of(view);
    int inner = positions.rank() - 1;
    if (positions.step(inner) == 1 || positions.length(inner) < LEAST) {
      return Optional.empty();
    }
    for (int axis = inner - 1; axis >= 0; axis--) {
      if (positions.step(axis) == 1 && positions.length(axis) >= LEAST) {
        return Optional.of(new Transposition(source, positions, axis));
      }
    }
    return Optional.empty();
  }

  /** Whether these elements of the view, in row-major order, can be copied. */
  public boolean covers(int from, int count) {
    return !source.isNative() && from % targetSteps[0] == 0 && count % targetSteps[0] == 0;
  }

  /**
   * Copies elements of the view to an array of the carrier.
   *
   * @param from as in {@link #covers}
   */
  public void copy(int from, int count, Object target, int into) {
    int first = from / targetSteps[0];
    int end = first + count / targetSteps[0];
    int start = source.base() + first * steps[0];
    lengths[0] = end - first;
    if (end > first) {
      copySlabs(start, target, into);
    }
  }

  /** Copies a plane for each index of the axes that are not transposed. */
  private void copySlabs(int start, Object target, int into) {
    int from = start;
    int to = into;
    int axis;
    do {
      copyPlane(from, target, to);
      axis = lengths.length - 2;
      while (axis >= 0) {
        if (axis != across) {
          from += steps[axis];
          to += targetSteps[axis];
          if (++index[axis] < lengths[axis]) {
            break;
          }
          index[axis] = 0;
          from -= lengths[axis] * steps[axis];
          to -= lengths[axis] * targetSteps[axis];
        }
        axis--;
      }
    } while (axis >= 0);
  }

  private void copyPlane(int from, Object target, int to) {
    int inner = lengths.length - 1;
    int rows = lengths[inner];
    int columns = lengths[across];
    int height = Math.min(rows, TransposedTile.SIDE);
    int width = Math.min(columns, SIZE / height);
    for (int column = 0; column < columns; column += width) {
      int some = Math.min(width, columns - column);
      for (int row = 0; row < rows; row += height) {
        copyTile(
            from + row * steps[inner] + column,
            target,
            to + column * targetSteps[across] + row,
            Math.min(height, rows - row),
            some);
      }
    }
  }

  private void copyTile(int from, Object target, int to, int rows, int columns) {
    Object array = source.heap().array();
    int step = steps[lengths.length - 1];
    int stepTo = targetSteps[across];
    switch (carrier) {
      case FLOATS ->
          TransposedTile.floats(
              (float[]) array, from, step, (float[]) target, to, stepTo, rows, columns);
      case DOUBLES ->
          TransposedTile.doubles(
              (double[]) array, from, step, (double[]) target, to, stepTo, rows, columns);
      case LONGS ->
          TransposedTile.longs(
              (long[]) array, from, step, (long[]) target, to, stepTo, rows, columns);
      case INTS ->
          TransposedTile.ints((int[]) array, from, step, (int[]) target, to, stepTo, rows, columns);
      case SHORTS ->
          TransposedTile.shorts(
              (short[]) array, from, step, (short[]) target, to, stepTo, rows, columns);
      case BYTES ->
          TransposedTile.bytes(
              (byte[]) array, from, step, (byte[]) target, to, stepTo, rows, columns);
      case STRINGS -> throw new IllegalStateException("strings are not copied in tiles");
    }
  }
}
