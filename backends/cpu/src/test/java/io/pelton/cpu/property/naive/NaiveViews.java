package io.pelton.cpu.property.naive;

import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.SymbolId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What elsewhere are views, as copies. */
final class NaiveViews {
  private NaiveViews() {}

  static Grid apply(ViewOp op, List<Grid> in, Map<SymbolId, Long> symbols) {
    Grid x = in.get(0);
    if (op instanceof ViewOp.Transpose transpose) {
      return transpose(transpose, x);
    }
    if (op instanceof ViewOp.Slice) {
      return slice(in);
    }
    if (op instanceof ViewOp.Narrow narrow) {
      return narrow(narrow, x, symbols);
    }
    if (op instanceof ViewOp.Expand) {
      int[] dims = Index.broadcast(x.dims(), lengths(in.get(1).toIntegers()));
      return x.moved(dims, i -> new Stretched(x, dims).at(i));
    }
    int[] dims = regrouped(op, in);
    Rejected.unless(Index.size(dims) == x.size(), "the number of elements changes");
    return x.moved(dims, i -> i);
  }

  private static Grid narrow(ViewOp.Narrow op, Grid x, Map<SymbolId, Long> symbols) {
    int axis = Index.axis(op.axis(), x.rank());
    long start = number(op.start(), symbols);
    long length = number(op.length(), symbols);
    Rejected.unless(
        start >= 0 && length >= 0 && start + length <= x.dim(axis), "the range is not in the axis");
    int[] dims = x.dims().clone();
    dims[axis] = Math.toIntExact(length);
    return x.moved(
        dims,
        i -> {
          int[] at = Index.coordinates(i, dims);
          at[axis] += (int) start;
          int from = 0;
          for (int a = 0; a < at.length; a++) {
            from = from * x.dim(a) + at[a];
          }
          return from;
        });
  }

  private static long number(DynScalar scalar, Map<SymbolId, Long> symbols) {
    return scalar.isConstant() ? scalar.constant() : symbols.get(scalar.extent().symbol());
  }

  private static int[] lengths(long... integers) {
    Rejected.unless(Arrays.stream(integers).allMatch(n -> n >= 0), "a length is negative");
    return Arrays.stream(integers).mapToInt(Math::toIntExact).toArray();
  }

  private static int[] regrouped(ViewOp op, List<Grid> in) {
    Grid x = in.get(0);
    if (op instanceof ViewOp.Reshape reshape) {
      return reshaped(x.dims(), in.get(1).toIntegers(), reshape.allowZero());
    }
    if (op instanceof ViewOp.Flatten flatten) {
      int axis = flatten.axis() == x.rank() ? x.rank() : Index.axis(flatten.axis(), x.rank());
      int rows = Index.size(Arrays.copyOf(x.dims(), axis));
      return new int[] {rows, Index.size(Arrays.copyOfRange(x.dims(), axis, x.rank()))};
    }
    if (op instanceof ViewOp.Squeeze) {
      return squeezed(x, in.size() > 1 ? in.get(1) : null);
    }
    if (op instanceof ViewOp.Unsqueeze) {
      return unsqueezed(x, in.get(1).toIntegers());
    }
    throw new IllegalArgumentException(op + " is not among the ops that are known here");
  }

  private static int[] reshaped(int[] dims, long[] target, boolean allowZero) {
    int[] result = new int[target.length];
    int computed = -1;
    for (int axis = 0; axis < target.length; axis++) {
      if (target[axis] == -1) {
        Rejected.unless(computed < 0, "two lengths are to be computed");
        computed = axis;
        result[axis] = 1;
      } else if (target[axis] == 0 && !allowZero) {
        Rejected.unless(axis < dims.length, "there is no length to copy");
        result[axis] = dims[axis];
      } else {
        result[axis] = lengths(target[axis])[0];
      }
    }
    if (computed >= 0) {
      int others = Index.size(result);
      Rejected.unless(others > 0 && Index.size(dims) % others == 0, "a length is not computable");
      result[computed] = Index.size(dims) / others;
    }
    return result;
  }

  private static int[] squeezed(Grid x, Grid axes) {
    boolean[] dropped = new boolean[x.rank()];
    if (axes == null) {
      for (int axis = 0; axis < x.rank(); axis++) {
        dropped[axis] = x.dim(axis) == 1;
      }
    } else {
      for (long axis : axes.toIntegers()) {
        dropped[Index.axis(axis, x.rank())] = true;
      }
    }
    return IntStream.range(0, x.rank()).filter(axis -> !dropped[axis]).map(x::dim).toArray();
  }

  private static int[] unsqueezed(Grid x, long... axes) {
    int[] dims = new int[x.rank() + axes.length];
    boolean[] inserted = new boolean[dims.length];
    for (long axis : axes) {
      int at = Index.axis(axis, dims.length);
      Rejected.unless(!inserted[at], "an axis is inserted twice");
      inserted[at] = true;
    }
    int from = 0;
    for (int at = 0; at < dims.length; at++) {
      dims[at] = inserted[at] ? 1 : x.dim(from++);
    }
    return dims;
  }

  private static Grid transpose(ViewOp.Transpose op, Grid x) {
    int rank = x.rank();
    int[] order =
        op.order().isEmpty()
            ? IntStream.range(0, rank).map(axis -> rank - 1 - axis).toArray()
            : op.order().stream().mapToInt(axis -> Index.axis(axis, rank)).toArray();
    Rejected.unless(
        order.length == rank && Arrays.stream(order).distinct().count() == rank, "no permutation");
    int[] dims = IntStream.of(order).map(x::dim).toArray();
    return x.moved(
        dims,
        i -> {
          int[] to = Index.coordinates(i, dims);
          int[] from = new int[rank];
          for (int axis = 0; axis < rank; axis++) {
            from[order[axis]] = to[axis];
          }
          return Index.position(from, x.dims());
        });
  }

  private static Grid slice(List<Grid> in) {
    Grid x = in.get(0);
    long[] starts = in.get(1).toIntegers();
    long[] ends = in.get(2).toIntegers();
    long[] axes = LongStream.range(0, starts.length).toArray();
    long[] steps = LongStream.generate(() -> 1).limit(starts.length).toArray();
    axes = in.size() > 3 && in.get(3) != null ? in.get(3).toIntegers() : axes;
    steps = in.size() > 4 && in.get(4) != null ? in.get(4).toIntegers() : steps;
    Grid sliced = x;
    for (int n = 0; n < starts.length; n++) {
      Grid before = sliced;
      int axis = Index.axis(axes[n], x.rank());
      int[] kept = kept(before.dim(axis), starts[n], ends[n], steps[n]);
      int[] dims = Index.with(axis, kept.length, before.dims());
      sliced =
          before.moved(
              dims,
              i -> {
                int[] at = Index.coordinates(i, dims);
                return Index.position(Index.with(axis, kept[at[axis]], at), before.dims());
              });
    }
    return sliced;
  }

  private static int[] kept(int length, long start, long end, long step) {
    Rejected.unless(step != 0, "a step is zero");
    long from = start < 0 ? start + length : start;
    long to = end < 0 ? end + length : end;
    if (step > 0) {
      return IntStream.range(0, length)
          .filter(i -> i >= from && i < to && (i - Math.max(from, 0)) % step == 0)
          .toArray();
    }
    long last = Math.max(0, Math.min(from, length - 1));
    return IntStream.range(0, length)
        .map(i -> length - 1 - i)
        .filter(i -> i <= last && i > to && (last - i) % step == 0)
        .toArray();
  }
}
