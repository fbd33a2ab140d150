package io.pelton.cpu.property.naive;

import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Concat, Gather, copies, shapes and non-zero indices. */
final class NaiveMoves {
  private NaiveMoves() {}

  static Grid apply(ShapeOp op, List<Grid> in) {
    if (op instanceof ShapeOp.ShapeOf shapeOf) {
      return shape(shapeOf, in.get(0));
    }
    if (op instanceof ShapeOp.Concat concat) {
      return concat(concat, in);
    }
    if (op instanceof ShapeOp.Gather gather) {
      return gather(gather, in.get(0), in.get(1));
    }
    if (op instanceof ShapeOp.Copy) {
      return in.get(0);
    }
    throw new IllegalArgumentException(op + " is not among the ops that are known here");
  }

  private static Grid shape(ShapeOp.ShapeOf op, Grid x) {
    List<Integer> lengths = new ArrayList<>();
    long from = op.start() < 0 ? op.start() + x.rank() : op.start();
    long to = op.end() < 0 ? op.end() + x.rank() : op.end();
    for (int axis = 0; axis < x.rank(); axis++) {
      if (axis >= from && axis < to) {
        lengths.add(x.dim(axis));
      }
    }
    return Grid.ofIntegers(DType.I64, new int[] {lengths.size()}, lengths::get);
  }

  private static Grid concat(ShapeOp.Concat op, List<Grid> in) {
    Grid first = in.get(0);
    int axis = Index.axis(op.axis(), first.rank());
    int length = 0;
    for (Grid part : in) {
      Rejected.unless(part.dtype() == first.dtype(), "dtypes differ");
      Rejected.unless(part.rank() == first.rank(), "ranks differ");
      Rejected.unless(
          Arrays.equals(Index.without(axis, part.dims()), Index.without(axis, first.dims())),
          "lengths differ");
      length += part.dim(axis);
    }
    int[] dims = Index.with(axis, length, first.dims());
    List<Integer> starts = new ArrayList<>();
    List<Grid> owners = new ArrayList<>();
    for (Grid part : in) {
      for (int n = 0; n < part.dim(axis); n++) {
        starts.add(n);
        owners.add(part);
      }
    }
    return Grid.moved(
        dims,
        first,
        i -> owners.get(Index.coordinates(i, dims)[axis]),
        i -> {
          int[] at = Index.coordinates(i, dims);
          Grid part = owners.get(at[axis]);
          return Index.position(Index.with(axis, starts.get(at[axis]), at), part.dims());
        });
  }

  private static Grid gather(ShapeOp.Gather op, Grid x, Grid indices) {
    int axis = Index.axis(op.axis(), x.rank());
    int[] outer = Arrays.copyOf(x.dims(), axis);
    int[] inner = Arrays.copyOfRange(x.dims(), axis + 1, x.rank());
    int[] dims = Index.join(Index.join(outer, indices.dims()), inner);
    for (long index : indices.toIntegers()) {
      Rejected.unless(index >= -x.dim(axis) && index < x.dim(axis), "an index is outside");
    }
    return x.moved(
        dims,
        i -> {
          int[] at = Index.coordinates(i, dims);
          int[] which = Arrays.copyOfRange(at, axis, axis + indices.rank());
          long index = indices.integer(Index.position(which, indices.dims()));
          int chosen = (int) (index < 0 ? index + x.dim(axis) : index);
          int[] behind = Arrays.copyOfRange(at, axis + indices.rank(), at.length);
          int[] from = Index.join(Arrays.copyOf(at, axis), Index.join(new int[] {chosen}, behind));
          return Index.position(from, x.dims());
        });
  }

  static List<Grid> nonZero(Grid x) {
    List<int[]> found = new ArrayList<>();
    for (int i = 0; i < x.size(); i++) {
      if (x.dtype().isFloat() ? x.real(i) != 0 : x.integer(i) != 0) {
        found.add(Index.coordinates(i, x.dims()));
      }
    }
    int capacity = x.size();
    Grid indices =
        Grid.ofIntegers(
            DType.I64,
            new int[] {x.rank(), capacity},
            i -> i % capacity < found.size() ? found.get(i % capacity)[i / capacity] : 0);
    return List.of(indices, Grid.ofIntegers(DType.I64, new int[0], i -> found.size()));
  }
}
