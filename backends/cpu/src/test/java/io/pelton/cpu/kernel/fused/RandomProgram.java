package io.pelton.cpu.kernel.fused;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A program of random instructions that reads all its inputs and results, and its operands. */
final class RandomProgram {
  private static final List<OpKind> UNARY =
      List.of(
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
  private static final List<OpKind> BINARY =
      List.of(
          OpKind.ADD,
          OpKind.SUB,
          OpKind.MUL,
          OpKind.DIV,
          OpKind.POW,
          OpKind.FMOD,
          OpKind.MIN,
          OpKind.MAX);

  private final Random random;
  private final int conditions;
  private final int numbers;
  private final int bounds;
  private final List<Instruction> instructions = new ArrayList<>();
  private final List<Ref> unread = new ArrayList<>();

  private RandomProgram(Random random) {
    this.random = random;
    this.conditions = random.nextInt(3);
    this.numbers = 1 + random.nextInt(4);
    this.bounds = random.nextInt(3);
    for (int i = 0; i < numbers; i++) {
      unread.add(Ref.input(conditions + i));
    }
  }

  /** A program, and operands for it whose shapes broadcast to {@code dims}. */
  static RandomProgram of(RandomTensors tensors) {
    RandomProgram program = new RandomProgram(tensors.random());
    program.build();
    return program;
  }

  private void build() {
    for (int bound = 0; bound < bounds; bound++) {
      Ref ref = Ref.input(conditions + numbers + bound);
      append(
          random.nextBoolean()
              ? Instruction.of(OpKind.CLIP, take(), ref)
              : Instruction.of(OpKind.CLIP, take(), Ref.ABSENT, ref));
    }
    for (int condition = 0; condition < conditions; condition++) {
      append(Instruction.of(OpKind.WHERE, Ref.input(condition), take(), any()));
    }
    int least = 1 + random.nextInt(6);
    while (unread.size() > 1 || instructions.size() < least) {
      append(
          random.nextInt(3) == 0
              ? Instruction.of(UNARY.get(random.nextInt(UNARY.size())), take())
              : Instruction.of(BINARY.get(random.nextInt(BINARY.size())), take(), any()));
    }
  }

  private void append(Instruction instruction) {
    unread.removeAll(instruction.operands());
    unread.add(Ref.result(instructions.size()));
    instructions.add(instruction);
  }

  private Ref take() {
    return unread.get(random.nextInt(unread.size()));
  }

  /** Something that is not read yet, or has been. */
  private Ref any() {
    int results = instructions.size();
    if (random.nextBoolean()) {
      return take();
    }
    return results > 0 && random.nextBoolean()
        ? Ref.result(random.nextInt(results))
        : Ref.input(conditions + random.nextInt(numbers));
  }

  ElementwiseProgram program() {
    return new ElementwiseProgram(conditions, conditions + numbers + bounds, instructions);
  }

  Tensor[] operands(RandomTensors tensors, DType dtype, long... dims) {
    Tensor[] operands = new Tensor[conditions + numbers + bounds];
    Arrays.setAll(
        operands,
        i ->
            i < conditions
                ? tensors.next(DType.BOOL, tensors.broadcastable(dims))
                : i < conditions + numbers
                    ? tensors.next(dtype, tensors.broadcastable(dims))
                    : tensors.next(dtype, random.nextBoolean() ? new long[] {1} : new long[0]));
    return operands;
  }
}
