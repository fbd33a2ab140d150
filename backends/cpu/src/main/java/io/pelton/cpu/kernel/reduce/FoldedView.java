package io.pelton.cpu.kernel.reduce;

import io.pelton.engine.tensor.Layout;
import java.util.stream.IntStream;

/**
 * A tensor seen with the axes that an op combines behind the others, so that what belongs to one
 * result is one run of elements.
 *
 * @param view the kept axes, then the folded ones, both in their own order
 * @param length elements of one run
 */
record FoldedView(Layout view, int length) {
  static FoldedView of(Layout data, boolean[] folded) {
    int[] order = IntStream.concat(axes(folded, false), axes(folded, true)).toArray();
    long length = axes(folded, true).mapToLong(data::dim).reduce(1, Math::multiplyExact);
    return new FoldedView(data.permute(order), Math.toIntExact(length));
  }

  private static IntStream axes(boolean[] folded, boolean wanted) {
    return IntStream.range(0, folded.length).filter(axis -> folded[axis] == wanted);
  }
}
