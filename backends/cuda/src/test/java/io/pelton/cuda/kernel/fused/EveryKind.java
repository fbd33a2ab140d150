package io.pelton.cuda.kernel.fused;

import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A program with an instruction of every kind, of which each element of the output shows one, by
 * its index: the others may be NaN without hiding it.
 */
final class EveryKind {
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

  private static final List<OpKind> KINDS =
      Stream.of(OpKind.values())
          .filter(ElementwiseProgram::admits)
          .filter(kind -> kind != OpKind.WHERE && kind != OpKind.CLIP)
          .toList();

  private EveryKind() {}

  /** Inputs are as many conditions as there are kinds, x and y, and two bounds. */
  static ElementwiseProgram program() {
    int conditions = KINDS.size();
    Ref x = Ref.input(conditions);
    Ref y = Ref.input(conditions + 1);
    List<Instruction> instructions = new ArrayList<>();
    instructions.add(
        Instruction.of(OpKind.CLIP, x, Ref.input(conditions + 2), Ref.input(conditions + 3)));
    for (int kind = 0; kind < conditions; kind++) {
      OpKind of = KINDS.get(kind);
      Ref before = Ref.result(instructions.size() - 1);
      instructions.add(BINARY.contains(of) ? Instruction.of(of, x, y) : Instruction.of(of, x));
      Ref value = Ref.result(instructions.size() - 1);
      instructions.add(Instruction.of(OpKind.WHERE, Ref.input(kind), value, before));
    }
    return new ElementwiseProgram(conditions, conditions + 4, instructions);
  }

  static List<Tensor> conditions(int elements) {
    List<Tensor> conditions = new ArrayList<>();
    for (int kind = 0; kind < KINDS.size(); kind++) {
      byte[] holds = new byte[elements];
      for (int i = kind; i < elements; i += KINDS.size() + 1) {
        holds[i] = 1;
      }
      conditions.add(Tensor.wrap(DType.BOOL, holds, elements));
    }
    return conditions;
  }
}
