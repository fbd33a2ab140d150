package io.pelton.cpu.property;

import io.pelton.cpu.property.Draft.Value;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Ops that move elements. */
final class MoveDraws {
  private MoveDraws() {}

  static boolean concat(Draft draft) {
    Optional<Value> picked = draft.pick(value -> value.rank() > 0);
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    int axis = draft.random().nextInt(x.rank());
    boolean isConstant = IntStream.range(0, x.rank()).allMatch(a -> a == axis || x.fixed(a) >= 0);
    Value other = x;
    if (isConstant && draft.oneIn(3)) {
      long[] dims = LongStream.range(0, x.rank()).map(a -> x.grids().get(0).dim((int) a)).toArray();
      dims[axis] = draft.random().nextInt(4);
      other = draft.constant(draft.tensors().next(x.dtype(), dims));
    } else if (!draft.oneIn(3)) {
      other = draft.pick(y -> y.dtype() == x.dtype() && y.rank() == x.rank()).orElse(x);
    }
    ShapeOp.Concat op = new ShapeOp.Concat(draft.oneIn(2) ? axis : axis - x.rank());
    return draft.oneIn(4) ? draft.adds(op, other, x, other) : draft.adds(op, x, other);
  }

  static boolean gather(Draft draft) {
    Optional<Value> picked = draft.pick(value -> value.rank() > 0);
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    int axis = draft.random().nextInt(x.rank());
    int length = x.shortest(axis);
    if (length == 0) {
      return false;
    }
    long[] dims = draft.tensors().dims(2, 4);
    long[] indices =
        LongStream.generate(() -> draft.random().nextInt(2 * length) - (long) length)
            .limit(Layout.elements(dims))
            .toArray();
    Tensor tensor =
        draft.oneIn(2)
            ? Tensor.of(indices, dims)
            : Tensor.of(LongStream.of(indices).mapToInt(i -> (int) i).toArray(), dims);
    return draft.adds(new ShapeOp.Gather(axis), x, draft.constant(tensor));
  }

  /** Rows of a table by indices that a run computes. */
  static boolean lookup(Draft draft) {
    Optional<Value> picked =
        draft.pick(value -> value.dtype() == DType.I64 || value.dtype() == DType.I32);
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    int length = 1 + draft.random().nextInt(5);
    List<Value> indices =
        draft.add(
            new ElementwiseOp.Clip(),
            x,
            scalar(draft, x.dtype(), -length),
            scalar(draft, x.dtype(), length - 1));
    DType dtype = draft.any(List.of(DType.F32, DType.F64, DType.I64, DType.BOOL));
    Value table = draft.constant(draft.tensors().next(dtype, length, 3));
    return !indices.isEmpty() && draft.adds(new ShapeOp.Gather(0), table, indices.get(0));
  }

  private static Value scalar(Draft draft, DType dtype, long value) {
    return draft.constant(
        dtype == DType.I64
            ? Tensor.of(new long[] {value})
            : Tensor.of(new int[] {Math.toIntExact(value)}));
  }

  static boolean shape(Draft draft) {
    return draft
        .pick(value -> true)
        .map(x -> draft.adds(new ShapeOp.ShapeOf(draft.random().nextInt(3) - 1L, 9), x))
        .orElse(false);
  }

  static boolean copy(Draft draft) {
    ShapeOp.Copy op =
        draft.oneIn(3)
            ? new ShapeOp.Copy()
            : new ShapeOp.Copy(draft.any(List.of(Machines.HOST, Machines.SECOND)));
    return draft.pick(value -> true).map(x -> draft.adds(op, x)).orElse(false);
  }

  /** More often than not, as many as were found. */
  static boolean nonZero(Draft draft) {
    Optional<Value> x = draft.pick(value -> value.rank() > 0);
    if (x.isEmpty()) {
      return false;
    }
    SymbolId count = draft.freshSymbol();
    List<Value> found = draft.add(new ShapeOp.NonZeroIndices(count), x.get());
    if (!found.isEmpty() && !draft.oneIn(3)) {
      DynScalar length = DynScalar.of(draft.extent(count, Draft.MAX_ELEMENTS));
      draft.add(new ViewOp.Narrow(draft.oneIn(2) ? 1 : -1, length), found.get(0));
    }
    return !found.isEmpty();
  }
}
