package io.pelton.engine.graph;

import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks that the instructions of a program fit together. */
final class ElementwiseProgramCheck {
  private final int conditions;
  private final int inputs;
  private final List<Instruction> instructions;
  private final Set<Ref> read = new HashSet<>();

  ElementwiseProgramCheck(int conditions, int inputs, List<Instruction> instructions) {
    this.conditions = conditions;
    this.inputs = inputs;
    this.instructions = instructions;
  }

  void run() {
    check(!instructions.isEmpty(), "a program should have instructions");
    for (int i = 0; i < instructions.size(); i++) {
      check(i, instructions.get(i));
    }
    for (int input = 0; input < inputs; input++) {
      check(read.contains(Ref.input(input)), "no instruction reads input " + input);
    }
    for (int result = 0; result < instructions.size() - 1; result++) {
      check(read.contains(Ref.result(result)), "no instruction reads result " + result);
    }
  }

  private void check(int index, Instruction instruction) {
    OpKind kind = instruction.kind();
    List<Ref> operands = instruction.operands();
    check(ElementwiseProgram.admits(kind), kind + " is not fused");
    check(hasArity(kind, operands.size()), instruction + " has " + operands.size() + " operands");
    for (int at = 0; at < operands.size(); at++) {
      Ref ref = operands.get(at);
      boolean isBound = kind == OpKind.CLIP && at > 0;
      boolean isCondition = kind == OpKind.WHERE && at == 0;
      boolean isKnown =
          switch (ref.source()) {
            case INPUT ->
                ref.index() < inputs
                    && ref.index() >= 0
                    && isCondition == (ref.index() < conditions);
            case RESULT -> ref.index() < index && ref.index() >= 0 && !isBound && !isCondition;
            case ABSENT -> isBound;
          };
      check(isKnown, "operand " + at + " of " + instruction + ", at " + index + ", is not there");
      read.add(ref);
    }
  }

  private static boolean hasArity(OpKind kind, int count) {
    return switch (kind) {
      case WHERE -> count == 3;
      case CLIP -> count >= 1 && count <= 3;
      default -> count == (ElementwiseProgram.isUnary(kind) ? 1 : 2);
    };
  }

  private static void check(boolean condition, String reason) {
    if (!condition) {
      throw new IllegalArgumentException(reason);
    }
  }
}
