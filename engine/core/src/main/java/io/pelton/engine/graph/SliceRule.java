package io.pelton.engine.graph;

import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Slices as ai.onnx defines them: negative starts and ends count from the back, then all are
 * clamped; no step or bound overflows. A step beyond the data is cut to its length, which selects
 * the same.
 */
final class SliceRule {
  /**
   * One axis of a slice, clamped: {@code length} elements from {@code start}, {@code step} apart.
   */
  private record Range(long start, long length, long step) {}

  private SliceRule() {}

  static Shape shape(Inference in) {
    Shape data = in.shape(0);
    Optional<long[][]> bounds = bounds(in);
    List<Extent> extents = new ArrayList<>(data.extents());
    if (bounds.isEmpty()) {
      for (int axis : touched(in, data.rank())) {
        extents.set(axis, in.unknown(data.extent(axis).max()));
      }
      return Shape.of(extents);
    }
    for (long[] bound : bounds.get()) {
      int axis = in.axis(bound[0], data.rank());
      Extent extent = data.extent(axis);
      if (extent.isFixed()) {
        extents.set(axis, Extent.fixed(range(extent.max(), bound).length()));
      } else if (!isWhole(bound, extent)) {
        extents.set(axis, in.unknown(extent.max()));
      }
    }
    return Shape.of(extents);
  }

  static Optional<Layout> view(Inference in, Layout operand) {
    return bounds(in)
        .map(
            bounds -> {
              Layout view = operand;
              for (long[] bound : bounds) {
                int axis = in.axis(bound[0], operand.rank());
                Range range = range(operand.dim(axis), bound);
                view = view.slice(axis, range.start(), range.length(), range.step());
              }
              return view;
            });
  }

  static Optional<List<DynScalar>> integers(Inference in) {
    Optional<List<DynScalar>> data = in.integers(0);
    Optional<long[][]> bounds = bounds(in);
    if (data.isEmpty() || bounds.isEmpty() || in.shape(0).rank() != 1) {
      return Optional.empty();
    }
    List<DynScalar> values = data.get();
    for (long[] bound : bounds.get()) {
      Range range = range(values.size(), bound);
      List<DynScalar> whole = values;
      values =
          LongStream.range(0, range.length())
              .mapToObj(i -> whole.get((int) (range.start() + i * range.step())))
              .toList();
    }
    return Optional.of(values);
  }

  /** The axes that bounds which are not known may shorten. */
  private static int[] touched(Inference in, int rank) {
    Optional<long[]> axes = in.has(3) ? in.fixedIntegers(3) : Optional.empty();
    return axes.map(known -> LongStream.of(known).mapToInt(axis -> in.axis(axis, rank)).toArray())
        .orElseGet(() -> IntStream.range(0, rank).toArray());
  }

  /** {axis, start, end, step} of every sliced axis. */
  private static Optional<long[][]> bounds(Inference in) {
    Optional<long[]> starts = in.fixedIntegers(1);
    Optional<long[]> ends = in.fixedIntegers(2);
    Optional<long[]> axes =
        in.has(3) ? in.fixedIntegers(3) : starts.map(s -> LongStream.range(0, s.length).toArray());
    Optional<long[]> steps =
        in.has(4)
            ? in.fixedIntegers(4)
            : starts.map(s -> LongStream.generate(() -> 1).limit(s.length).toArray());
    if (starts.isEmpty() || ends.isEmpty() || axes.isEmpty() || steps.isEmpty()) {
      return Optional.empty();
    }
    int count = starts.get().length;
    in.check(
        ends.get().length == count && axes.get().length == count && steps.get().length == count,
        "starts, ends, axes and steps should have one length");
    long[][] bounds = new long[count][];
    for (int i = 0; i < count; i++) {
      in.check(steps.get()[i] != 0, "a step is 0");
      bounds[i] = new long[] {axes.get()[i], starts.get()[i], ends.get()[i], steps.get()[i]};
    }
    return Optional.of(bounds);
  }

  private static boolean isWhole(long[] bound, Extent extent) {
    return bound[1] == 0
        && bound[2] >= Integer.MAX_VALUE
        && bound[2] >= extent.min()
        && bound[3] == 1;
  }

  private static Range range(long length, long[] bound) {
    if (length == 0) {
      return new Range(0, 0, 1);
    }
    boolean isForward = bound[3] > 0;
    long step = isForward ? Math.min(bound[3], length) : Math.max(bound[3], -length);
    long start = fromBack(bound[1], length);
    long end = fromBack(bound[2], length);
    if (isForward) {
      start = clamp(start, 0, length);
      end = clamp(end, 0, length);
      return new Range(start, Math.max(0, (end - start + step - 1) / step), step);
    }
    start = clamp(start, 0, length - 1);
    end = clamp(end, -1, length - 1);
    return new Range(start, Math.max(0, (start - end - step - 1) / -step), step);
  }

  private static long fromBack(long index, long length) {
    return index < 0 ? index + length : index;
  }

  private static long clamp(long index, long low, long high) {
    return Math.max(low, Math.min(index, high));
  }
}
