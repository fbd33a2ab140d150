package io.pelton.engine.graph;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Clip;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.ElementwiseOp.Where;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a fused elementwise op computes: instructions in order, each on inputs and earlier results.
 * The last result is the output. Immutable.
 *
 * @param conditions how many of the inputs, from the first on, are conditions of Where
 * @param inputs operands of the fused op, conditions included
 */
public record ElementwiseProgram(int conditions, int inputs, List<Instruction> instructions) {
  private static final Set<OpKind> UNARY =
      Set.of(
          OpKind.RELU,
          OpKind.SIGMOID,
          OpKind.TANH,
          OpKind.NEG,
          OpKind.ABS,
          OpKind.RECIPROCAL,
          OpKind.SQRT,
          OpKind.EXP,
          OpKind.LOG,
          OpKind.ERF,
          OpKind.FLOOR,
          OpKind.CEIL,
          OpKind.SIGN,
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

  private static final Set<OpKind> BINARY =
      Set.of(
          OpKind.ADD,
          OpKind.SUB,
          OpKind.MUL,
          OpKind.DIV,
          OpKind.POW,
          OpKind.FMOD,
          OpKind.MIN,
          OpKind.MAX);

  /** Where an instruction finds an operand. */
  public record Ref(Source source, int index) {
    /** A bound of Clip that is not given. */
    public static final Ref ABSENT = new Ref(Source.ABSENT, 0);

    /** What {@link #index} counts. */
    public enum Source {
      INPUT,
      RESULT,
      ABSENT
    }

    /** Operand {@code index} of the fused op. */
    public static Ref input(int index) {
      return new Ref(Source.INPUT, index);
    }

    /** What instruction {@code index} computes. */
    public static Ref result(int index) {
      return new Ref(Source.RESULT, index);
    }

    @Override
    public String toString() {
      return switch (source) {
        case INPUT -> "x" + index;
        case RESULT -> "t" + index;
        case ABSENT -> "-";
      };
    }
  }

  /**
   * One op of the program.
   *
   * @param kind one that {@link ElementwiseProgram#admits}
   * @param operands as of the op of that kind
   */
  public record Instruction(OpKind kind, List<Ref> operands) {
    public Instruction {
      operands = List.copyOf(operands);
    }

    public static Instruction of(OpKind kind, Ref... operands) {
      return new Instruction(kind, List.of(operands));
    }

    @Override
    public String toString() {
      return kind.label()
          + operands.stream().map(Ref::toString).collect(Collectors.joining(", ", "(", ")"));
    }
  }

  /**
   * @throws IllegalArgumentException for an instruction that reads what it must not, and for inputs
   *     and results that none reads
   */
  public ElementwiseProgram {
    instructions = List.copyOf(instructions);
    new ElementwiseProgramCheck(conditions, inputs, instructions).run();
  }

  /** True for the kinds of which a program is made. */
  public static boolean admits(OpKind kind) {
    return isUnary(kind) || isBinary(kind) || kind == OpKind.WHERE || kind == OpKind.CLIP;
  }

  static boolean isUnary(OpKind kind) {
    return UNARY.contains(kind);
  }

  static boolean isBinary(OpKind kind) {
    return BINARY.contains(kind);
  }

  Shape shape(Inference in) {
    List<Shape> results = new ArrayList<>();
    for (Instruction instruction : instructions) {
      List<Shape> shapes =
          instruction.operands().stream().map(ref -> shape(in, results, ref)).toList();
      results.add(
          instruction.kind() == OpKind.CLIP
              ? clipped(in, shapes)
              : shapes.stream().reduce((a, b) -> Broadcast.of(in, a, b)).orElseThrow());
    }
    return results.get(results.size() - 1);
  }

  private static Shape shape(Inference in, List<Shape> results, Ref ref) {
    return switch (ref.source()) {
      case INPUT -> in.shape(ref.index());
      case RESULT -> results.get(ref.index());
      case ABSENT -> Shape.scalar();
    };
  }

  private static Shape clipped(Inference in, List<Shape> shapes) {
    for (Shape bound : shapes.subList(1, shapes.size())) {
      boolean isScalar = bound.isFixed() && Layout.elements(bound.dims()) == 1;
      in.check(isScalar, "bounds of Clip should be scalars but one is " + bound);
    }
    return shapes.get(0);
  }

  ValueId decompose(Graph graph, String name, List<ValueId> operands) {
    List<ValueId> results = new ArrayList<>();
    for (Instruction instruction : instructions) {
      List<ValueId> values =
          instruction.operands().stream().map(ref -> value(operands, results, ref)).toList();
      results.add(new ValueId(graph.add(name, op(instruction.kind()), values), 0));
    }
    return results.get(results.size() - 1);
  }

  private static ValueId value(List<ValueId> operands, List<ValueId> results, Ref ref) {
    return switch (ref.source()) {
      case INPUT -> operands.get(ref.index());
      case RESULT -> results.get(ref.index());
      case ABSENT -> ValueId.ABSENT;
    };
  }

  private static Op op(OpKind kind) {
    if (kind == OpKind.WHERE) {
      return new Where();
    }
    if (kind == OpKind.CLIP) {
      return new Clip();
    }
    return isUnary(kind) ? new Unary(kind) : new Binary(kind);
  }

  /** As {@code t0 = Mul(x0, x1); Tanh(t0)}. */
  @Override
  public String toString() {
    int last = instructions.size() - 1;
    return IntStream.rangeClosed(0, last)
        .mapToObj(i -> (i == last ? "" : "t" + i + " = ") + instructions.get(i))
        .collect(Collectors.joining("; "));
  }
}
