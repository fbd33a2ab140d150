package io.pelton.cpu.property;

import io.pelton.cpu.property.Draft.Value;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Nodes that lead from a value to the same elements in the same shape.
 *
 * @param suits what it is possible for
 * @param way from the value
 */
record Detour(Predicate<Value> suits, Way way) {
  /** Adds the nodes. */
  interface Way {
    Value from(Arm arm, Value x);
  }

  /** To a dtype that has room for all numbers of this one. */
  private static final Map<DType, DType> WIDER =
      Map.of(
          DType.F32, DType.F64,
          DType.F16, DType.F32,
          DType.BF16, DType.F32,
          DType.I32, DType.I64,
          DType.I8, DType.I32,
          DType.BOOL, DType.I64);

  private static final Set<DType> COUNTED = Set.of(DType.F64, DType.F32, DType.I64, DType.I32);

  private static final List<Detour> ALL =
      List.of(
          new Detour(x -> true, (arm, x) -> arm.add(new ElementwiseOp.Identity(), x)),
          new Detour(x -> true, Detour::copy),
          new Detour(x -> true, Detour::move),
          new Detour(x -> x.rank() > 0, Detour::turn),
          new Detour(x -> x.rank() > 0, Detour::reverse),
          new Detour(x -> true, Detour::unsqueeze),
          new Detour(x -> true, Detour::flatten),
          new Detour(x -> true, Detour::expand),
          new Detour(x -> x.rank() > 0, Detour::cut),
          new Detour(x -> x.rank() > 0, Detour::gather),
          new Detour(x -> x.rank() > 0, Detour::write),
          new Detour(Detour::isNegated, Detour::negate),
          new Detour(x -> x.dtype().isNumeric() || x.dtype() == DType.BOOL, Detour::withItself),
          new Detour(x -> COUNTED.contains(x.dtype()), Detour::withNeutral),
          new Detour(x -> WIDER.containsKey(x.dtype()), Detour::widen),
          new Detour(x -> true, Detour::select));

  /** One that is possible; the value itself where it turns out that there is none. */
  static Value draw(Arm arm, Value x) {
    List<Detour> fitting = ALL.stream().filter(detour -> detour.suits().test(x)).toList();
    return arm.draft().any(fitting).way().from(arm, x);
  }

  static Value copy(Arm arm, Value x) {
    return arm.add(
        arm.draft().oneIn(2)
            ? new ShapeOp.Copy()
            : new ShapeOp.Copy(arm.draft().any(List.of(Machines.HOST, Machines.SECOND))),
        x);
  }

  private static Value move(Arm arm, Value x) {
    Value own = x.session() < 0 && arm.draft().oneIn(2) ? x : copy(arm, x);
    return arm.add(
        new MutationOp.Move(arm.draft().any(List.of(Machines.HOST, Machines.SECOND))), own);
  }

  private static Value turn(Arm arm, Value x) {
    int[] order = arm.draft().tensors().order(x.rank());
    Integer[] back = new Integer[order.length];
    IntStream.range(0, order.length).forEach(axis -> back[order[axis]] = axis);
    Value turned = arm.add(new ViewOp.Transpose(Arrays.stream(order).boxed().toList()), x);
    return arm.add(new ViewOp.Transpose(List.of(back)), turned);
  }

  private static Value reverse(Arm arm, Value x) {
    List<Integer> axes = arm.fixedAxes(x);
    if (axes.isEmpty()) {
      return x;
    }
    Draft draft = arm.draft();
    Value start = draft.integers(Long.MAX_VALUE);
    Value end = draft.integers(Long.MIN_VALUE);
    Value axis = draft.integers(draft.any(axes));
    Value step = draft.integers(-1);
    ViewOp.Slice slice = new ViewOp.Slice();
    return arm.add(slice, arm.add(slice, x, start, end, axis, step), start, end, axis, step);
  }

  private static Value unsqueeze(Arm arm, Value x) {
    Value axis = arm.draft().integers(arm.draft().random().nextInt(x.rank() + 1));
    return arm.add(new ViewOp.Squeeze(), arm.add(new ViewOp.Unsqueeze(), x, axis), axis);
  }

  private static Value flatten(Arm arm, Value x) {
    Value flat = arm.add(new ViewOp.Reshape(false), x, arm.draft().integers(-1));
    return arm.add(new ViewOp.Reshape(true), flat, shape(arm, x));
  }

  private static Value shape(Arm arm, Value x) {
    return arm.add(new ShapeOp.ShapeOf(0, Long.MAX_VALUE), x);
  }

  private static Value expand(Arm arm, Value x) {
    long[] ones = new long[x.rank()];
    Arrays.fill(ones, 1);
    Value target = arm.draft().oneIn(2) ? shape(arm, x) : arm.draft().integers(ones);
    return arm.add(new ViewOp.Expand(), x, target);
  }

  /** In two parts that are joined again. */
  private static Value cut(Arm arm, Value x) {
    List<Integer> axes = arm.fixedAxes(x);
    if (axes.isEmpty()) {
      return x;
    }
    Draft draft = arm.draft();
    int axis = draft.any(axes);
    Value at = draft.integers(draft.random().nextInt(x.fixed(axis) + 1));
    Value on = draft.integers(axis);
    ViewOp.Slice slice = new ViewOp.Slice();
    Value head = arm.add(slice, x, draft.integers(0), at, on);
    Value tail = arm.add(slice, x, at, draft.integers(Long.MAX_VALUE), on);
    return arm.add(new ShapeOp.Concat(axis), head, tail);
  }

  private static Value gather(Arm arm, Value x) {
    List<Integer> axes = arm.fixedAxes(x);
    if (axes.isEmpty()) {
      return x;
    }
    int axis = arm.draft().any(axes);
    long[] indices = LongStream.range(0, x.fixed(axis)).toArray();
    return arm.add(new ShapeOp.Gather(axis), x, arm.draft().integers(indices));
  }

  /** Over the whole of zeros. */
  private static Value write(Arm arm, Value x) {
    Value memory = arm.add(new MutationOp.ZeroFill(), copy(arm, x));
    return arm.add(new MutationOp.WriteSlice(0, DynScalar.of(0), arm.draft().oneIn(2)), memory, x);
  }

  private static boolean isNegated(Value x) {
    return x.dtype() == DType.BOOL || ElementDraws.kinds(x.dtype()).contains(OpKind.NEG);
  }

  private static Value negate(Arm arm, Value x) {
    OpKind kind = x.dtype() == DType.BOOL ? OpKind.NOT : OpKind.NEG;
    if (arm.draft().oneIn(2)) {
      return arm.unary(kind, arm.unary(kind, x));
    }
    MutationOp.InPlace inPlace = new MutationOp.InPlace(kind);
    return arm.add(inPlace, arm.add(inPlace, copy(arm, x)));
  }

  private static Value withItself(Arm arm, Value x) {
    return arm.binary(
        arm.draft()
            .any(
                x.dtype() == DType.BOOL
                    ? List.of(OpKind.AND, OpKind.OR)
                    : List.of(OpKind.MIN, OpKind.MAX)),
        x,
        x);
  }

  /** Also for zeros of both signs and NaN. */
  private static Value withNeutral(Arm arm, Value x) {
    return switch (arm.draft().random().nextInt(4)) {
      case 0 -> arm.binary(OpKind.ADD, x, arm.number(x.dtype(), -0.0));
      case 1 -> arm.binary(OpKind.SUB, x, arm.number(x.dtype(), 0));
      case 2 -> arm.binary(OpKind.MUL, arm.number(x.dtype(), 1), x);
      default -> arm.binary(OpKind.DIV, x, arm.number(x.dtype(), 1));
    };
  }

  private static Value widen(Arm arm, Value x) {
    Value wide = arm.add(new ElementwiseOp.Cast(WIDER.get(x.dtype())), x);
    return arm.add(new ElementwiseOp.Cast(x.dtype()), wide);
  }

  private static Value select(Arm arm, Value x) {
    boolean isFirst = arm.draft().oneIn(2);
    Value condition = arm.truth(isFirst);
    Value other = copy(arm, x);
    return arm.add(new ElementwiseOp.Where(), condition, isFirst ? x : other, isFirst ? other : x);
  }
}
