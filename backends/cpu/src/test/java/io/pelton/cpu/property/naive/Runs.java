package io.pelton.cpu.property.naive;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The elements that a reduction combines, for each element of its output. */
final class Runs {
  private final int[] dims;
  private final boolean[] reduced;

  /**
   * @param reduced for each axis, whether runs go along it
   */
  Runs(int[] dims, boolean... reduced) {
    this.dims = dims.clone();
    this.reduced = reduced.clone();
  }

  /** Of the output, where reduced axes are dropped. */
  int[] outerDims() {
    return IntStream.range(0, dims.length)
        .filter(axis -> !reduced[axis])
        .map(a -> dims[a])
        .toArray();
  }

  /** Of the output, where reduced axes stay. */
  int[] keptDims() {
    return IntStream.range(0, dims.length).map(axis -> reduced[axis] ? 1 : dims[axis]).toArray();
  }

  /** In row-major order of the reduced axes. */
  List<Integer> positions(int output) {
    int[] kept = Index.coordinates(output, keptDims());
    int[] lengths =
        IntStream.range(0, dims.length).map(axis -> reduced[axis] ? dims[axis] : 1).toArray();
    List<Integer> positions = new ArrayList<>();
    for (int n = 0; n < Index.size(lengths); n++) {
      int[] inner = Index.coordinates(n, lengths);
      int[] at = IntStream.range(0, dims.length).map(axis -> kept[axis] + inner[axis]).toArray();
      positions.add(Index.position(at, dims));
    }
    return positions;
  }

  double[] reals(Grid x, int output) {
    return positions(output).stream().mapToDouble(x::real).toArray();
  }

  long[] integers(Grid x, int output) {
    return positions(output).stream().mapToLong(x::integer).toArray();
  }
}
