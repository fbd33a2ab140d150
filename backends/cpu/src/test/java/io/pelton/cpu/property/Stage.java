package io.pelton.cpu.property;

import io.pelton.cpu.property.Draft.Value;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.FusedOp;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A function of one value that can be computed in several ways, all of which give the same bits:
 * each arm has its own, which is drawn when the nodes are added.
 */
@FunctionalInterface
interface Stage {
  /** Adds the nodes of one of the ways. */
  Value from(Arm arm, Value x);

  /** Draws stages for a value. */
  final class Source {
    private static final Map<OpKind, OpKind> MIRRORED =
        Map.of(
            OpKind.LESS, OpKind.GREATER,
            OpKind.GREATER, OpKind.LESS,
            OpKind.LESS_OR_EQUAL, OpKind.GREATER_OR_EQUAL,
            OpKind.GREATER_OR_EQUAL, OpKind.LESS_OR_EQUAL,
            OpKind.EQUAL, OpKind.EQUAL);
    private static final List<OpKind> COMMUTATIVE =
        List.of(OpKind.ADD, OpKind.MUL, OpKind.MIN, OpKind.MAX);
    private static final Set<DType> COUNTED = Set.of(DType.F64, DType.F32, DType.I64, DType.I32);

    private final Draft draft;
    private final Value diverge;

    /**
     * @param diverge where the outermost branch starts, whose arms read nothing else that was made
     *     from it
     */
    Source(Draft draft, Value diverge) {
      this.draft = draft;
      this.diverge = diverge;
    }

    /** One that is defined for the value, as far as can be told before. */
    Stage draw(Value x) {
      if (x.dtype() == DType.BOOL) {
        return draft.oneIn(3) ? not() : mirrored(x, draft.any(ElementDraws.LOGIC));
      }
      return switch (draft.random().nextInt(9)) {
        case 0 -> unary(draft.any(ElementDraws.kinds(x.dtype())));
        case 1 -> turned(x, draft.any(ElementDraws.kinds(x.dtype())));
        case 2 -> x.dtype().isFloat() ? leastByGreatest(x) : rectified(x);
        case 3 -> COUNTED.contains(x.dtype()) ? twice() : absolute(x);
        case 4 -> difference(x);
        case 5 -> x.dtype() == DType.F32 || x.dtype() == DType.F64 ? fused(x) : absolute(x);
        case 6 -> heavy(x);
        case 7 -> mirrored(x, draft.any(List.copyOf(MIRRORED.keySet())));
        default -> mirrored(x, draft.any(COMMUTATIVE));
      };
    }

    /** What is there without the branch. */
    private Value partner(Value x) {
      return draft
          .pick(y -> y.dtype() == x.dtype())
          .filter(y -> !draft.descends(y, diverge) && draft.fits(x, y))
          .orElseGet(() -> draft.constant(draft.tensors().next(x.dtype(), draft.broadcastable(x))));
    }

    private static boolean isSigned(Value value) {
      return ElementDraws.kinds(value.dtype()).contains(OpKind.NEG);
    }

    /** {@code x op y} and {@code y op' x}. */
    private Stage mirrored(Value value, OpKind kind) {
      Value y = partner(value);
      OpKind other = MIRRORED.getOrDefault(kind, kind);
      return (arm, x) -> arm.draft().oneIn(2) ? arm.binary(kind, x, y) : arm.binary(other, y, x);
    }

    private Stage not() {
      return (arm, x) ->
          arm.draft().oneIn(2)
              ? inPlaceOrNot(arm, OpKind.NOT, x)
              : arm.binary(OpKind.EQUAL, x, arm.truth(false));
    }

    private static Value inPlaceOrNot(Arm arm, OpKind kind, Value x) {
      if (arm.draft().oneIn(3)) {
        Value own = x.session() < 0 && arm.draft().oneIn(2) ? x : Detour.copy(arm, x);
        return arm.add(new MutationOp.InPlace(kind), own);
      }
      return arm.unary(kind, x);
    }

    private Stage unary(OpKind kind) {
      return (arm, x) ->
          kind == OpKind.NEG && COUNTED.contains(x.dtype()) && arm.draft().oneIn(2)
              ? arm.binary(OpKind.MUL, x, arm.number(x.dtype(), -1))
              : inPlaceOrNot(arm, kind, x);
    }

    /** Before or after a transpose. */
    private Stage turned(Value value, OpKind kind) {
      int[] order = draft.tensors().order(value.rank());
      ViewOp.Transpose turn = new ViewOp.Transpose(Arrays.stream(order).boxed().toList());
      return (arm, x) ->
          arm.draft().oneIn(2)
              ? arm.add(turn, arm.unary(kind, x))
              : arm.unary(kind, arm.add(turn, x));
    }

    private Stage leastByGreatest(Value value) {
      Value y = partner(value);
      return (arm, x) -> {
        if (arm.draft().oneIn(2)) {
          return arm.binary(OpKind.MIN, x, y);
        }
        Value greatest = arm.binary(OpKind.MAX, arm.unary(OpKind.NEG, x), arm.unary(OpKind.NEG, y));
        return arm.unary(OpKind.NEG, greatest);
      };
    }

    private Stage rectified(Value value) {
      if (!isSigned(value)) {
        return absolute(value);
      }
      return (arm, x) ->
          COUNTED.contains(x.dtype()) && arm.draft().oneIn(2)
              ? arm.binary(OpKind.MAX, x, arm.number(x.dtype(), 0))
              : inPlaceOrNot(arm, OpKind.RELU, x);
    }

    private Stage twice() {
      return (arm, x) ->
          arm.draft().oneIn(2)
              ? arm.binary(OpKind.ADD, x, x)
              : arm.binary(OpKind.MUL, x, arm.number(x.dtype(), 2));
    }

    private Stage absolute(Value value) {
      boolean isSigned = isSigned(value);
      return (arm, x) ->
          isSigned && arm.draft().oneIn(2)
              ? arm.binary(OpKind.MAX, x, arm.unary(OpKind.NEG, x))
              : inPlaceOrNot(arm, OpKind.ABS, x);
    }

    private Stage difference(Value value) {
      Value y = partner(value);
      boolean isSigned = isSigned(value);
      return (arm, x) ->
          isSigned && arm.draft().oneIn(2)
              ? arm.binary(OpKind.ADD, x, arm.unary(OpKind.NEG, y))
              : arm.binary(OpKind.SUB, x, y);
    }

    /** {@code f(x op y)} in one node and in two. */
    private Stage fused(Value value) {
      Value y = partner(value);
      OpKind combine = draft.any(ElementDraws.ARITHMETIC);
      OpKind function = draft.any(ElementDraws.ON_FLOATS);
      FusedOp.Elementwise op =
          new FusedOp.Elementwise(
              new ElementwiseProgram(
                  0,
                  2,
                  List.of(
                      Instruction.of(
                          combine,
                          ElementwiseProgram.Ref.input(0),
                          ElementwiseProgram.Ref.input(1)),
                      Instruction.of(function, ElementwiseProgram.Ref.result(0)))));
      return (arm, x) ->
          arm.draft().oneIn(2) ? arm.add(op, x, y) : arm.unary(function, arm.binary(combine, x, y));
    }

    /** Work that arms differ in where it is done. */
    private Stage heavy(Value value) {
      if (value.rank() == 0) {
        return unary(draft.any(ElementDraws.kinds(value.dtype())));
      }
      int last = value.rank() - 1;
      int inner = value.fixed(last);
      if (inner >= 0 && draft.oneIn(2)) {
        long columns = 1L + draft.random().nextInt(4);
        Value weights = draft.constant(draft.tensors().next(value.dtype(), inner, columns));
        return (arm, x) -> arm.add(new LinalgOp.MatMul(), x, weights);
      }
      if (value.dtype().isFloat() && draft.oneIn(2)) {
        return (arm, x) -> arm.add(new ReduceOp.Softmax(last, false), x);
      }
      OpKind kind = draft.any(SumDraws.REDUCTIONS);
      long[] axes = IntStream.of(last).asLongStream().toArray();
      return (arm, x) ->
          arm.add(
              new ReduceOp.Reduce(kind, true, false),
              x,
              arm.draft().integers(arm.draft().oneIn(2) ? axes[0] : -1));
    }
  }
}
