package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Ops whose output element depends on the operands' elements at the same place, after broadcasting.
 */
public sealed interface ElementwiseOp extends Op {
  @Override
  default List<Shape> shapes(Inference in) {
    Shape shape = in.shape(0);
    for (int operand = 1; operand < in.count(); operand++) {
      if (in.has(operand)) {
        shape = Broadcast.of(in, shape, in.shape(operand));
      }
    }
    return List.of(shape);
  }

  /** Rows line up only where axis 0 of the operand is axis 0 of the output. */
  @Override
  default boolean isRowwise(Inference in) {
    int rank = shapes(in).get(0).rank();
    return IntStream.range(0, in.count())
        .allMatch(operand -> !in.hasRows(operand) || in.shape(operand).rank() == rank);
  }

  /** All operands of one dtype, which the output has too. */
  private static DType common(Inference in) {
    DType dtype = in.dtype(0);
    for (int operand = 1; operand < in.count(); operand++) {
      if (in.has(operand) && in.dtype(operand) != dtype) {
        throw in.invalid(
            "operands should have one dtype but are "
                + dtype
                + " and "
                + in.dtype(operand)
                + "; insert a Cast");
      }
    }
    return dtype;
  }

  /** Identity of any tensor: the same elements, no bytes moved. */
  record Identity() implements ElementwiseOp {
    @Override
    public OpKind kind() {
      return OpKind.IDENTITY;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      return List.of(in.dtype(0));
    }

    @Override
    public boolean isView() {
      return true;
    }

    @Override
    public Optional<Layout> view(Inference in, Layout operand) {
      return Optional.of(operand);
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      return in.integers(0);
    }
  }

  /** {@code y = f(x)} without attributes: NOT on booleans; RELU, SIGMOID, TANH on numbers. */
  record Unary(OpKind kind) implements ElementwiseOp {
    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      boolean admissible =
          switch (kind) {
            case NOT -> dtype == DType.BOOL;
            case RELU -> dtype.isFloat() || dtype.kind() == DType.Kind.SIGNED;
            case SIGMOID, TANH -> dtype.isFloat();
            default -> throw in.invalid(kind + " is not a unary op");
          };
      in.check(admissible, "is not defined for " + dtype);
      return List.of(dtype);
    }
  }

  /**
   * {@code z = f(x, y)} without attributes, with broadcasting: arithmetic, and comparisons to BOOL.
   */
  record Binary(OpKind kind) implements ElementwiseOp {
    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = common(in);
      return switch (kind) {
        case ADD, SUB, MUL, DIV -> {
          in.check(dtype.isNumeric(), "is not defined for " + dtype);
          yield List.of(dtype);
        }
        case LESS, GREATER -> {
          in.check(dtype.isNumeric(), "is not defined for " + dtype);
          yield List.of(DType.BOOL);
        }
        case EQUAL -> List.of(DType.BOOL);
        default -> throw in.invalid(kind + " is not a binary op");
      };
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      Optional<long[]> left = in.fixedIntegers(0);
      Optional<long[]> right = in.fixedIntegers(1);
      boolean isArithmetic = kind == OpKind.ADD || kind == OpKind.SUB || kind == OpKind.MUL;
      if (!isArithmetic || left.isEmpty() || right.isEmpty()) {
        return Optional.empty();
      }
      return IntegerArithmetic.apply(kind, left.get(), right.get());
    }
  }

  /** Operands: condition (BOOL), x, y. Output: x where the condition holds, else y. */
  record Where() implements ElementwiseOp {
    @Override
    public OpKind kind() {
      return OpKind.WHERE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0) == DType.BOOL, "the condition should be BOOL but is " + in.dtype(0));
      in.check(
          in.dtype(1) == in.dtype(2),
          "x and y should have one dtype but are " + in.dtype(1) + " and " + in.dtype(2));
      return List.of(in.dtype(1));
    }
  }

  /**
   * Operands: x, then optionally scalars min and max. {@code min(max(x, lo), hi)}; NaN stays NaN.
   */
  record Clip() implements ElementwiseOp {
    @Override
    public OpKind kind() {
      return OpKind.CLIP;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = common(in);
      in.check(dtype.isNumeric(), "is not defined for " + dtype);
      return List.of(dtype);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      for (int bound = 1; bound < in.count(); bound++) {
        if (in.has(bound)) {
          Shape shape = in.shape(bound);
          boolean isScalar = shape.isFixed() && Layout.elements(shape.dims()) == 1;
          in.check(isScalar, "bounds should be scalars but one is " + shape);
        }
      }
      return List.of(in.shape(0));
    }
  }

  /** Converts elements, between numbers, booleans and strings. */
  record Cast(DType to) implements ElementwiseOp {
    @Override
    public OpKind kind() {
      return OpKind.CAST;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      return List.of(to);
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      return to == DType.I64 || to == DType.I32 ? in.integers(0) : Optional.empty();
    }
  }
}
