package io.pelton.cpu.property;

import io.pelton.cpu.property.Draft.Manner;
import io.pelton.cpu.property.Draft.Value;
import io.pelton.engine.graph.GeneratorOp;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Optional;

/** Destructive ops, on values that others read before and after, and ops without operands. */
final class MutationDraws {
  private MutationDraws() {}

  /** Whoever rewrites state that the caller keeps on the host runs there. */
  private static boolean rewrite(Draft draft, Op op, Value target, Value... others) {
    Value[] operands = new Value[others.length + 1];
    operands[0] = target;
    System.arraycopy(others, 0, operands, 1, others.length);
    Manner manner =
        target.session() < 0
            ? new Manner(draft.wish(), false, true)
            : new Manner(Optional.of(Machines.HOST), true, true);
    return !draft.add(op, manner, operands).isEmpty();
  }

  /** Views of session state are no targets, but what was written over the whole of it is. */
  private static Optional<Value> target(Draft draft) {
    return draft.pick(
        value ->
            value.session() < 0
                || value.ref().step() == value.session()
                || draft.isMutation(value.ref().step()));
  }

  static boolean writeSlice(Draft draft) {
    Optional<Value> picked = target(draft).filter(value -> value.rank() > 0);
    if (picked.isEmpty()) {
      return false;
    }
    Value target = picked.get();
    int axis = draft.random().nextInt(target.rank());
    Optional<Value> update = update(draft, target, axis);
    if (update.isEmpty()) {
      return false;
    }
    boolean isRotating = draft.oneIn(3);
    DynScalar start = start(draft, isRotating);
    MutationOp.WriteSlice op =
        new MutationOp.WriteSlice(draft.oneIn(2) ? axis : axis - target.rank(), start, isRotating);
    if (draft.oneIn(3)) {
      return rewrite(draft, op, target, update.get(), offset(draft));
    }
    return rewrite(draft, op, target, update.get());
  }

  private static DynScalar start(Draft draft, boolean isRotating) {
    if (draft.oneIn(4)) {
      return DynScalar.of(draft.extent(Scenario.START, Scenario.CAPACITY));
    }
    Optional<SymbolId> produced = draft.produced();
    if (draft.oneIn(3) && produced.isPresent()) {
      return DynScalar.of(draft.extent(produced.get(), Draft.MAX_ELEMENTS));
    }
    if (draft.oneIn(8) && draft.isBound(Scenario.ROWS)) {
      return DynScalar.of(Extent.symbolic(Scenario.ROWS));
    }
    return DynScalar.of(draft.random().nextInt(isRotating ? 9 : 3) - (isRotating ? 4L : 0L));
  }

  /** A value that is there, or a constant along the axis. */
  private static Optional<Value> update(Draft draft, Value target, int axis) {
    if (draft.oneIn(2)) {
      return draft.pick(v -> v.dtype() == target.dtype() && v.rank() == target.rank());
    }
    long[] dims = new long[target.rank()];
    for (int at = 0; at < dims.length; at++) {
      dims[at] =
          at == axis
              ? draft.random().nextInt(Math.min(target.shortest(axis), 3) + 1)
              : target.fixed(at);
      if (dims[at] < 0) {
        return Optional.empty();
      }
    }
    return Optional.of(draft.constant(draft.tensors().next(target.dtype(), dims)));
  }

  private static Value offset(Draft draft) {
    return draft
        .pick(value -> value.dtype() == DType.I64 && value.rank() == 0)
        .filter(value -> draft.oneIn(2))
        .orElseGet(() -> draft.constant(Tensor.of(new long[] {draft.random().nextInt(3)})));
  }

  static boolean zeroFill(Draft draft) {
    return target(draft).map(x -> rewrite(draft, new MutationOp.ZeroFill(), x)).orElse(false);
  }

  static boolean inPlace(Draft draft) {
    return target(draft)
        .map(
            x -> {
              OpKind kind =
                  x.dtype() == DType.BOOL ? OpKind.NOT : draft.any(ElementDraws.kinds(x.dtype()));
              return rewrite(draft, new MutationOp.InPlace(kind), x);
            })
        .orElse(false);
  }

  static boolean release(Draft draft) {
    return draft
        .pick(value -> value.session() < 0)
        .map(x -> draft.adds(new MutationOp.Release(), x))
        .orElse(false);
  }

  static boolean move(Draft draft) {
    MutationOp.Move op = new MutationOp.Move(draft.any(List.of(Machines.HOST, Machines.SECOND)));
    return draft.pick(value -> value.session() < 0).map(x -> draft.adds(op, x)).orElse(false);
  }

  static boolean iota(Draft draft) {
    Shape shape = shape(draft);
    DType dtype = draft.any(List.of(DType.I64, DType.I32, DType.F32, DType.F64, DType.F16));
    int axis = draft.random().nextInt(shape.rank());
    return draft.adds(new GeneratorOp.Iota(dtype, shape, axis));
  }

  /** Memory, and what makes its contents known; no one else sees the memory before. */
  static boolean allocate(Draft draft) {
    DType dtype = draft.any(List.of(DType.F32, DType.F64, DType.I64, DType.BOOL));
    List<Value> memory =
        draft.add(
            new GeneratorOp.Alloc(dtype, shape(draft)), new Manner(draft.wish(), false, false));
    if (memory.isEmpty()) {
      return false;
    }
    Value target = memory.get(0);
    if (draft.oneIn(2) && draft.isOfKnownLengths(target)) {
      Value whole = draft.input(dtype, draft.type(target).shape(), false);
      return draft.adds(
          new MutationOp.WriteSlice(0, DynScalar.of(0), draft.oneIn(2)), target, whole);
    }
    return draft.adds(new MutationOp.ZeroFill(), target);
  }

  private static Shape shape(Draft draft) {
    Extent first = length(draft);
    return draft.oneIn(2)
        ? Shape.of(first)
        : Shape.of(first, Extent.fixed(1 + draft.random().nextInt(4)));
  }

  private static Extent length(Draft draft) {
    Optional<SymbolId> produced = draft.produced();
    if (draft.oneIn(3) && produced.isPresent()) {
      return draft.extent(produced.get(), Draft.MAX_ELEMENTS);
    }
    if (draft.oneIn(5)) {
      return draft.extent(Scenario.LENGTH, Scenario.CAPACITY);
    }
    SymbolId symbol = draft.oneIn(2) ? Scenario.ROWS : Scenario.WIDTH;
    return draft.oneIn(2) && draft.isBound(symbol)
        ? Extent.symbolic(symbol)
        : Extent.fixed(1 + draft.random().nextInt(4));
  }
}
