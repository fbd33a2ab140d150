package io.pelton.cuda.kernel.conv;

import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.Layout;
import java.util.List;

/** What kernels in {@code pool.cu} are told. */
final class Poolings {
  private Poolings() {}

  /**
   * @param lengths of the window
   */
  static SpatialWindow window(List<Integer> lengths, Window window, Layout x, Layout y) {
    long[] kernel = lengths.stream().mapToLong(length -> length).toArray();
    return SpatialWindow.of(
        window, SpatialWindow.spatial(x.dims()), kernel, SpatialWindow.spatial(y.dims()));
  }

  /** A {@code Pooling}. */
  static long[] fields(SpatialWindow window, int divisor, boolean isColumnMajor) {
    return window
        .writeTo(new Fields())
        .add(divisor, isColumnMajor ? 1 : 0)
        .divisor(window.outputPlane())
        .slots();
  }
}
