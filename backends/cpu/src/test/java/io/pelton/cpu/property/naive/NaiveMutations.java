package io.pelton.cpu.property.naive;

import io.pelton.engine.graph.GeneratorOp;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.SymbolId;
import java.util.List;
import java.util.Map;

/** Destructive ops as the pure functions that they are, and ops without operands. */
final class NaiveMutations {
  /** What no one may read of an allocation. */
  private static final int GARBAGE = 77;

  private NaiveMutations() {}

  static Grid apply(MutationOp op, List<Grid> in, Map<SymbolId, Long> symbols) {
    Grid target = in.get(0);
    if (op instanceof MutationOp.WriteSlice write) {
      return write(write, target, in.get(1), start(write, in, symbols));
    }
    if (op instanceof MutationOp.ZeroFill) {
      return filled(target.dtype(), target.dims(), 0);
    }
    if (op instanceof MutationOp.InPlace inPlace) {
      return NaiveElementwise.unary(inPlace.unary(), target);
    }
    if (op instanceof MutationOp.Release) {
      return filled(target.dtype(), new int[] {0}, 0);
    }
    if (op instanceof MutationOp.Move) {
      return target;
    }
    throw new IllegalArgumentException(op + " is not among the ops that are known here");
  }

  private static Grid filled(DType dtype, int[] dims, int number) {
    return dtype.isFloat()
        ? Grid.ofReals(dtype, dims, i -> number)
        : Grid.ofIntegers(dtype, dims, i -> number);
  }

  private static long start(MutationOp.WriteSlice op, List<Grid> in, Map<SymbolId, Long> symbols) {
    long offset = in.size() > 2 && in.get(2) != null ? in.get(2).integer(0) : 0;
    long start =
        op.start().isConstant() ? op.start().constant() : symbols.get(op.start().extent().symbol());
    return start + offset;
  }

  private static Grid write(MutationOp.WriteSlice op, Grid target, Grid update, long start) {
    Rejected.unless(target.dtype() == update.dtype(), "dtypes differ");
    Rejected.unless(target.rank() > 0 && target.rank() == update.rank(), "ranks differ");
    int axis = Index.axis(op.axis(), target.rank());
    int length = target.dim(axis);
    int written = update.dim(axis);
    for (int at = 0; at < target.rank(); at++) {
      Rejected.unless(at == axis || target.dim(at) == update.dim(at), "lengths differ");
    }
    Rejected.unless(written <= length, "the update is longer than the target");
    Rejected.unless(
        op.rotating() || (start >= 0 && start + written <= length), "the update does not fit");
    return Grid.moved(
        target.dims(),
        target,
        i -> source(target, axis, i, start) < written ? update : target,
        i -> {
          int at = source(target, axis, i, start);
          int[] to = Index.coordinates(i, target.dims());
          return at < written ? Index.position(Index.with(axis, at, to), update.dims()) : i;
        });
  }

  /** How far behind the start of the update an element is, going round the axis. */
  private static int source(Grid target, int axis, int position, long start) {
    int at = Index.coordinates(position, target.dims())[axis];
    return (int) Math.floorMod(at - start, (long) target.dim(axis));
  }

  static Grid generate(GeneratorOp op, Map<SymbolId, Long> symbols) {
    int[] dims = op.shape().extents().stream().mapToInt(e -> length(e, symbols)).toArray();
    if (op instanceof GeneratorOp.Iota iota) {
      int axis = Index.axis(iota.axis(), dims.length);
      return iota.dtype().isFloat()
          ? Grid.ofReals(iota.dtype(), dims, i -> Index.coordinates(i, dims)[axis])
          : Grid.ofIntegers(iota.dtype(), dims, i -> Index.coordinates(i, dims)[axis]);
    }
    return filled(op.dtype(), dims, op.dtype() == DType.BOOL ? 1 : GARBAGE);
  }

  private static int length(Extent extent, Map<SymbolId, Long> symbols) {
    return Math.toIntExact(extent.isFixed() ? extent.max() : symbols.get(extent.symbol()));
  }
}
