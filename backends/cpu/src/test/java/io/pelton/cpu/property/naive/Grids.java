package io.pelton.cpu.property.naive;

import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;

/** Writes grids as tensors. */
final class Grids {
  private Grids() {}

  static Tensor tensor(Grid grid, long... dims) {
    Object array = grid.dtype().carrier().allocate(grid.size());
    for (int i = 0; i < grid.size(); i++) {
      store(grid, i, array);
    }
    return Tensor.wrap(grid.dtype(), array, dims);
  }

  private static void store(Grid grid, int i, Object array) {
    switch (grid.dtype()) {
      case F64 -> ((double[]) array)[i] = grid.real(i);
      case F32 -> ((float[]) array)[i] = (float) grid.real(i);
      case F16 -> ((short[]) array)[i] = Half.doubleToF16(grid.real(i));
      case BF16 -> ((short[]) array)[i] = Half.doubleToBf16(grid.real(i));
      default -> storeInteger(grid, i, array);
    }
  }

  private static void storeInteger(Grid grid, int i, Object array) {
    switch (grid.dtype().carrier()) {
      case LONGS -> ((long[]) array)[i] = grid.integer(i);
      case INTS -> ((int[]) array)[i] = (int) grid.integer(i);
      case SHORTS -> ((short[]) array)[i] = (short) grid.integer(i);
      case BYTES -> ((byte[]) array)[i] = (byte) grid.integer(i);
      default -> throw new IllegalArgumentException(grid.dtype() + " has no such carrier");
    }
  }
}
