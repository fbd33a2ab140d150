package io.pelton.cuda.kernel.fused;

import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.OpKind;
import java.util.List;
import java.util.Locale;

/** What instructions of programs are in CUDA C, on the functions of {@code math.cuh}. */
final class Expressions {
  private Expressions() {}

  /** The instruction on values {@code x0}, {@code x1}… of inputs and {@code t0}… of results. */
  static String of(Instruction instruction) {
    List<Ref> operands = instruction.operands();
    List<String> names = operands.stream().map(Ref::toString).toList();
    return instruction.kind() == OpKind.CLIP ? clip(operands) : plain(instruction.kind(), names);
  }

  private static String clip(List<Ref> operands) {
    String value = operands.get(0).toString();
    List<String> functions = List.of("not_below", "not_above");
    for (int bound = 1; bound < operands.size(); bound++) {
      if (!operands.get(bound).equals(Ref.ABSENT)) {
        value = call(functions.get(bound - 1), List.of(value, operands.get(bound).toString()));
      }
    }
    return value;
  }

  private static String plain(OpKind kind, List<String> x) {
    return switch (kind) {
      case ADD -> x.get(0) + " + " + x.get(1);
      case SUB -> x.get(0) + " - " + x.get(1);
      case MUL -> x.get(0) + " * " + x.get(1);
      case DIV -> x.get(0) + " / " + x.get(1);
      case NEG -> "-" + x.get(0);
      case RECIPROCAL -> "1 / " + x.get(0);
      case WHERE -> x.get(0) + " ? " + x.get(1) + " : " + x.get(2);
      case ABS -> call("absolute", x);
      case SQRT -> call("square_root", x);
      case FLOOR -> call("round_down", x);
      case CEIL -> call("round_up", x);
      case ROUND -> call("round_nearest", x);
      case FMOD -> call("remainder_of", x);
      case MIN -> call("minimum", x);
      case MAX -> call("maximum", x);
      default -> named(kind, x);
    };
  }

  /** Those that {@code math.cuh} has under the op's own name. */
  private static String named(OpKind kind, List<String> x) {
    if (!ElementwiseProgram.admits(kind)) {
      throw new IllegalArgumentException(kind + " is not fused");
    }
    return call(kind.name().toLowerCase(Locale.ROOT), x);
  }

  private static String call(String function, List<String> operands) {
    return "pelton::" + function + "(" + String.join(", ", operands) + ")";
  }
}
