package io.pelton.cpu.property;

import io.pelton.cpu.property.Draft.Value;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.FusedOp;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Optional;

/** Elementwise ops. */
final class ElementDraws {
  static final List<OpKind> ON_FLOATS =
      List.of(
          OpKind.RELU,
          OpKind.NEG,
          OpKind.ABS,
          OpKind.SIGN,
          OpKind.SIGMOID,
          OpKind.TANH,
          OpKind.RECIPROCAL,
          OpKind.SQRT,
          OpKind.EXP,
          OpKind.LOG,
          OpKind.ERF,
          OpKind.FLOOR,
          OpKind.CEIL,
          OpKind.SOFTPLUS,
          OpKind.SIN,
          OpKind.COS,
          OpKind.TAN,
          OpKind.ASIN,
          OpKind.ACOS,
          OpKind.ATAN,
          OpKind.SINH,
          OpKind.COSH,
          OpKind.ASINH,
          OpKind.ACOSH,
          OpKind.ATANH,
          OpKind.ROUND);
  static final List<OpKind> ON_INTEGERS = List.of(OpKind.RELU, OpKind.NEG, OpKind.ABS, OpKind.SIGN);
  static final List<OpKind> ARITHMETIC =
      List.of(OpKind.ADD, OpKind.SUB, OpKind.MUL, OpKind.DIV, OpKind.MIN, OpKind.MAX);
  static final List<OpKind> POWERS = List.of(OpKind.POW, OpKind.FMOD);
  static final List<OpKind> LOGIC = List.of(OpKind.AND, OpKind.OR, OpKind.XOR);
  static final List<OpKind> COMPARISONS =
      List.of(
          OpKind.EQUAL, OpKind.LESS, OpKind.GREATER, OpKind.LESS_OR_EQUAL, OpKind.GREATER_OR_EQUAL);
  private static final List<DType> CAST_TO =
      List.of(
          DType.F32,
          DType.F32,
          DType.F64,
          DType.I64,
          DType.I32,
          DType.BOOL,
          DType.F16,
          DType.BF16,
          DType.I8,
          DType.U8);

  private ElementDraws() {}

  static boolean unary(Draft draft) {
    return draft.pick(value -> true).map(x -> draft.adds(unaryOf(draft, x), x)).orElse(false);
  }

  private static ElementwiseOp unaryOf(Draft draft, Value x) {
    if (x.dtype() == DType.BOOL) {
      return new ElementwiseOp.Unary(OpKind.NOT);
    }
    if (x.dtype().isFloat() && draft.oneIn(8)) {
      return new ElementwiseOp.Gelu(draft.any(List.of(ElementwiseOp.Gelu.Approximation.values())));
    }
    return new ElementwiseOp.Unary(draft.any(kinds(x.dtype())));
  }

  /** Of Unary, for a number. */
  static List<OpKind> kinds(DType dtype) {
    if (dtype.isFloat()) {
      return ON_FLOATS;
    }
    return dtype.kind() == DType.Kind.SIGNED ? ON_INTEGERS : List.of(OpKind.ABS, OpKind.SIGN);
  }

  static boolean binary(Draft draft) {
    Optional<Value> picked = draft.pick(value -> true);
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    Value y = draft.partner(x);
    OpKind kind =
        draft.oneIn(4)
            ? draft.any(x.dtype() == DType.BOOL ? List.of(OpKind.EQUAL) : COMPARISONS)
            : x.dtype() == DType.BOOL
                ? draft.any(LOGIC)
                : draft.oneIn(8)
                    ? draft.any(x.dtype().isFloat() ? POWERS : LOGIC)
                    : draft.any(ARITHMETIC);
    ElementwiseOp op = new ElementwiseOp.Binary(kind);
    return draft.oneIn(2) ? draft.adds(op, x, y) : draft.adds(op, y, x);
  }

  static boolean where(Draft draft) {
    Optional<Value> condition = draft.pick(value -> value.dtype() == DType.BOOL);
    Optional<Value> x = draft.pick(value -> true);
    return condition.isPresent()
        && draft.adds(new ElementwiseOp.Where(), condition.get(), x.get(), draft.partner(x.get()));
  }

  static boolean clip(Draft draft) {
    Optional<Value> x = draft.pick(value -> value.dtype().isNumeric());
    if (x.isEmpty()) {
      return false;
    }
    Value low = draft.oneIn(4) ? null : bound(draft, x.get());
    Value high = draft.oneIn(4) ? null : bound(draft, x.get());
    return draft.adds(new ElementwiseOp.Clip(), x.get(), low, high);
  }

  private static Value bound(Draft draft, Value x) {
    return draft.constant(draft.tensors().next(x.dtype()));
  }

  static boolean cast(Draft draft) {
    ElementwiseOp op = new ElementwiseOp.Cast(draft.any(CAST_TO));
    return draft.pick(value -> true).map(x -> draft.adds(op, x)).orElse(false);
  }

  static boolean identity(Draft draft) {
    return draft
        .pick(value -> true)
        .map(x -> draft.adds(new ElementwiseOp.Identity(), x))
        .orElse(false);
  }

  /** {@code f(g(x op y), x)} in one node. */
  static boolean fused(Draft draft) {
    Optional<Value> x =
        draft.pick(value -> value.dtype() == DType.F32 || value.dtype() == DType.F64);
    if (x.isEmpty()) {
      return false;
    }
    List<Instruction> steps =
        List.of(
            Instruction.of(draft.any(ARITHMETIC), Ref.input(0), Ref.input(1)),
            Instruction.of(draft.any(ON_FLOATS), Ref.result(0)),
            Instruction.of(draft.any(ARITHMETIC), Ref.result(1), Ref.input(0)));
    return draft.adds(
        new FusedOp.Elementwise(new ElementwiseProgram(0, 2, steps)),
        x.get(),
        draft.partner(x.get()));
  }
}
