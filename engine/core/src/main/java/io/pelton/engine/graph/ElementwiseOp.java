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

  /**
   * {@code y = f(x)} without attributes, as the operator of that name in ai.onnx defines it: NOT on
   * booleans and on the bits of integers; RELU and NEG on floats and signed integers; ABS and SIGN
   * on all numbers; the others on floats. RECIPROCAL is {@code 1 / x}, SOFTPLUS {@code log(1 +
   * e^x)}; ROUND rounds halves to even.
   */
  record Unary(OpKind kind) implements ElementwiseOp {
    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      boolean admissible =
          switch (kind) {
            case NOT -> dtype == DType.BOOL || dtype.isInteger();
            case RELU, NEG -> dtype.isFloat() || dtype.kind() == DType.Kind.SIGNED;
            case ABS, SIGN -> dtype.isNumeric();
            case SIGMOID,
                TANH,
                RECIPROCAL,
                SQRT,
                EXP,
                LOG,
                ERF,
                FLOOR,
                CEIL,
                SOFTPLUS,
                SIN,
                COS,
                TAN,
                ASIN,
                ACOS,
                ATAN,
                SINH,
                COSH,
                ASINH,
                ACOSH,
                ATANH,
                ROUND ->
                dtype.isFloat();
            default -> throw in.invalid(kind + " is not a unary op");
          };
      in.check(admissible, "is not defined for " + dtype);
      return List.of(dtype);
    }
  }

  /**
   * {@code x} times the share of a standard normal distribution below {@code x}, as Gelu of ai.onnx
   * 20 defines it.
   */
  record Gelu(Approximation approximation) implements ElementwiseOp, Decomposable {
    private static final double SQRT_2 = 1.4142135623730951;
    private static final double SQRT_2_OVER_PI = 0.7978845608028654;

    /** How the distribution is computed. */
    public enum Approximation {
      /**
       * {@code x * (1 + erf(x / sqrt 2)) * 0.5}: in that order for F64, rounded once for floats
       * that are narrower.
       */
      NONE,
      /** {@code 0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))}, in that order. */
      TANH
    }

    @Override
    public OpKind kind() {
      return OpKind.GELU;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      Decomposition.checkDtype(in, in.dtype(0));
      return List.of(in.dtype(0));
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      Decomposition steps = new Decomposition(graph, name, this, operands);
      ValueId x = operands.get(0);
      return List.of(
          switch (approximation) {
            case NONE -> byErf(steps, x);
            case TANH -> byTanh(steps, x);
          });
    }

    private static ValueId byErf(Decomposition steps, ValueId x) {
      ValueId erf = steps.unary(OpKind.ERF, steps.binary(OpKind.DIV, x, steps.scalar(SQRT_2)));
      ValueId share = steps.binary(OpKind.ADD, erf, steps.scalar(1));
      return steps.binary(OpKind.MUL, steps.binary(OpKind.MUL, x, share), steps.scalar(0.5));
    }

    private static ValueId byTanh(Decomposition steps, ValueId x) {
      ValueId cube = steps.binary(OpKind.POW, x, steps.scalar(3));
      ValueId bent =
          steps.binary(OpKind.ADD, x, steps.binary(OpKind.MUL, steps.scalar(0.044715), cube));
      ValueId tanh =
          steps.unary(OpKind.TANH, steps.binary(OpKind.MUL, steps.scalar(SQRT_2_OVER_PI), bent));
      ValueId half = steps.binary(OpKind.MUL, steps.scalar(0.5), x);
      return steps.binary(OpKind.MUL, half, steps.binary(OpKind.ADD, steps.scalar(1), tanh));
    }
  }

  /**
   * {@code z = f(x, y)} without attributes, with broadcasting, as the operator of that name in
   * ai.onnx defines it: arithmetic, AND, OR and XOR of booleans and of the bits of integers, and
   * comparisons to BOOL. MIN and MAX give NaN where an operand is NaN; POW is for floats of one
   * dtype and for I64, where it wraps, and powers of negative exponents are cut off to integers,
   * that of 0 to the largest one. FMOD is what a division of floats towards zero leaves, exactly,
   * with the sign of x. SHIFT_LEFT and SHIFT_RIGHT move the bits of unsigned integers y places and
   * fill up with zeros; as many places as there are bits or more leave 0.
   */
  record Binary(OpKind kind) implements ElementwiseOp {
    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.count() == 2, "takes two operands but has " + in.count());
      DType dtype = common(in);
      return switch (kind) {
        case ADD, SUB, MUL, DIV, MIN, MAX -> {
          in.check(dtype.isNumeric(), "is not defined for " + dtype);
          yield List.of(dtype);
        }
        case POW -> {
          in.check(dtype.isFloat() || dtype == DType.I64, "is not defined for " + dtype);
          yield List.of(dtype);
        }
        case FMOD -> {
          in.check(dtype.isFloat(), "is not defined for " + dtype);
          yield List.of(dtype);
        }
        case AND, OR, XOR -> {
          in.check(dtype == DType.BOOL || dtype.isInteger(), "is not defined for " + dtype);
          yield List.of(dtype);
        }
        case SHIFT_LEFT, SHIFT_RIGHT -> {
          in.check(dtype.kind() == DType.Kind.UNSIGNED, "is not defined for " + dtype);
          yield List.of(dtype);
        }
        case LESS, GREATER, LESS_OR_EQUAL, GREATER_OR_EQUAL -> {
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
      // elements of tensors with more axes would not pair up in order
      boolean areLists = in.shape(0).rank() <= 1 && in.shape(1).rank() <= 1;
      if (!IntegerArithmetic.knows(kind) || !areLists || left.isEmpty() || right.isEmpty()) {
        return Optional.empty();
      }
      return IntegerArithmetic.apply(kind, in.dtype(0), left.get(), right.get());
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

  /**
   * Converts elements, between numbers, booleans and strings.
   *
   * @param saturates 8-bit floats take their largest finite value for what is beyond it; otherwise
   *     NaN or infinity. Other dtypes don't read it
   */
  record Cast(DType to, boolean saturates) implements ElementwiseOp {
    public Cast(DType to) {
      this(to, true);
    }

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
      return to == DType.I64 || to == DType.I32
          ? in.integers(0).map(this::wrapped)
          : Optional.empty();
    }

    private List<DynScalar> wrapped(List<DynScalar> values) {
      return values.stream().map(value -> IntegerArithmetic.wrapped(to, value)).toList();
    }
  }

  /** The bits of elements, read as elements of another dtype of as many bits; not of BOOL. */
  record BitCast(DType to) implements ElementwiseOp {
    @Override
    public OpKind kind() {
      return OpKind.BIT_CAST;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType from = in.dtype(0);
      in.check(hasBits(from) && hasBits(to), "is not defined from " + from + " to " + to);
      in.check(
          from.bits() == to.bits(),
          "dtypes should have as many bits but are " + from + " and " + to + "; insert a Cast");
      return List.of(to);
    }

    private static boolean hasBits(DType dtype) {
      return dtype != DType.STRING && dtype != DType.BOOL;
    }
  }
}
