package io.pelton.cpu.property;

import io.pelton.cpu.property.Draft.Value;
import io.pelton.cpu.property.naive.Grid;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Views. */
final class ViewDraws {
  private ViewDraws() {}

  static boolean transpose(Draft draft) {
    return draft
        .pick(value -> value.rank() > 0)
        .map(x -> draft.adds(new ViewOp.Transpose(order(draft, x.rank())), x))
        .orElse(false);
  }

  private static List<Integer> order(Draft draft, int rank) {
    if (draft.oneIn(4)) {
      return List.of();
    }
    List<Integer> order = new ArrayList<>(IntStream.range(0, rank).boxed().toList());
    // a batch's rows stay in front more often than not
    Collections.shuffle(draft.oneIn(3) ? order : order.subList(1, rank), draft.random());
    return order;
  }

  static boolean reshape(Draft draft) {
    Optional<Value> picked = draft.pick(value -> true);
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    Value target = draft.integers(target(draft, x));
    if (draft.oneIn(6)) {
      target = asInput(draft, target);
    } else if (draft.oneIn(4)) {
      // the shape of another value with as many elements, or of this one
      Value like = draft.pick(value -> value.rank() > 0).orElse(x);
      target = draft.add(new ShapeOp.ShapeOf(0, Long.MAX_VALUE), like).get(0);
    }
    return draft.adds(new ViewOp.Reshape(draft.oneIn(6)), x, target);
  }

  /** The same integers, which the caller gives: plans are made for their values. */
  private static Value asInput(Draft draft, Value integers) {
    List<Tensor> data = integers.grids().stream().map(Grid::toTensor).toList();
    return draft.input(draft.type(integers), false, data);
  }

  /** Axes that are joined, split or copied. */
  private static long[] target(Draft draft, Value x) {
    List<Long> target = new ArrayList<>();
    boolean isComputed = false;
    for (int axis = 0; axis < x.rank(); axis++) {
      int length = x.fixed(axis);
      if (!isComputed && draft.oneIn(3)) {
        target.add(-1L);
        isComputed = true;
        axis += draft.random().nextInt(x.rank() - axis);
      } else if (length > 1 && length % 2 == 0 && draft.oneIn(3)) {
        target.add(length / 2L);
        target.add(2L);
      } else {
        target.add(length < 0 || draft.oneIn(2) ? 0L : length);
      }
    }
    if (!isComputed && draft.oneIn(3)) {
      target.add(draft.random().nextInt(target.size() + 1), 1L);
    }
    return target.stream().mapToLong(Long::longValue).toArray();
  }

  static boolean flatten(Draft draft) {
    return draft
        .pick(value -> true)
        .map(x -> draft.adds(new ViewOp.Flatten(draft.random().nextInt(x.rank() + 1)), x))
        .orElse(false);
  }

  static boolean unsqueeze(Draft draft) {
    Optional<Value> x = draft.pick(value -> true);
    return x.isPresent()
        && draft.adds(
            new ViewOp.Unsqueeze(), x.get(), draft.integers(axes(draft, x.get().rank() + 1)));
  }

  static boolean squeeze(Draft draft) {
    Optional<Value> picked = draft.pick(value -> true);
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    if (draft.oneIn(5)) {
      return draft.adds(new ViewOp.Squeeze(), x);
    }
    long[] ones =
        IntStream.range(0, x.rank()).filter(a -> x.fixed(a) == 1).asLongStream().toArray();
    return ones.length > 0 && draft.adds(new ViewOp.Squeeze(), x, draft.integers(ones));
  }

  /** One axis, from the front or from the back. */
  private static long axes(Draft draft, int rank) {
    return draft.random().nextInt(2 * rank) - (long) rank;
  }

  static boolean slice(Draft draft) {
    Optional<Value> picked = draft.pick(value -> value.rank() > 0);
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    int axis = draft.random().nextInt(x.rank());
    boolean isForward = !draft.oneIn(3);
    long step = (1L + draft.random().nextInt(2)) * (isForward ? 1 : -1);
    boolean isWhole = x.fixed(axis) < 0 && !draft.oneIn(3);
    long start = isWhole ? 0 : draft.random().nextInt(9) - 4L;
    long end = draft.oneIn(2) ? Integer.MAX_VALUE : draft.random().nextInt(9) - 4L;
    if (!isForward) {
      start = draft.oneIn(2) ? Long.MAX_VALUE : start;
      end = draft.oneIn(2) ? Long.MIN_VALUE : end;
    }
    return draft.adds(
        new ViewOp.Slice(),
        x,
        draft.integers(start),
        bound(draft, isWhole ? Long.MAX_VALUE : end),
        draft.integers(draft.oneIn(2) ? axis : (long) axis - x.rank()),
        draft.integers(isWhole ? 1 : step));
  }

  static boolean narrow(Draft draft) {
    Optional<Value> picked = draft.pick(value -> value.rank() > 0);
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    int axis = draft.random().nextInt(x.rank());
    DynScalar start =
        draft.oneIn(3)
            ? DynScalar.of(draft.extent(Scenario.START, Scenario.CAPACITY))
            : DynScalar.of(draft.random().nextInt(2));
    return draft.adds(
        new ViewOp.Narrow(draft.oneIn(2) ? axis : axis - x.rank(), start, length(draft)), x);
  }

  private static DynScalar length(Draft draft) {
    Optional<SymbolId> produced = draft.produced();
    if (produced.isPresent() && draft.oneIn(2)) {
      return DynScalar.of(draft.extent(produced.get(), Draft.MAX_ELEMENTS));
    }
    return draft.oneIn(4)
        ? DynScalar.of(draft.extent(Scenario.LENGTH, Scenario.CAPACITY))
        : DynScalar.of(draft.random().nextInt(3));
  }

  /** Rarely, what a run computes, so that there is no plan before. */
  private static Value bound(Draft draft, long end) {
    return draft
        .pick(value -> value.rank() == 1 && value.dtype().isNumeric() && value.shortest(0) > 0)
        .filter(value -> draft.oneIn(6))
        .map(value -> draft.add(new ReduceOp.ArgMax(0, true, false), value).get(0))
        .orElseGet(() -> draft.integers(end));
  }

  static boolean expand(Draft draft) {
    Optional<Value> picked = draft.pick(value -> true);
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    if (draft.oneIn(3)) {
      Value like = draft.pick(value -> value.rank() > 0).orElse(x);
      Value target = draft.add(new ShapeOp.ShapeOf(0, Long.MAX_VALUE), like).get(0);
      return draft.adds(new ViewOp.Expand(), x, target);
    }
    List<Long> target = new ArrayList<>();
    for (int axis = 0; axis < x.rank(); axis++) {
      target.add(x.fixed(axis) == 1 ? 1L + draft.random().nextInt(3) : 1L);
    }
    if (draft.oneIn(3)) {
      target.add(0, (long) draft.random().nextInt(3));
    }
    return draft.adds(
        new ViewOp.Expand(),
        x,
        draft.integers(target.stream().mapToLong(Long::longValue).toArray()));
  }
}
