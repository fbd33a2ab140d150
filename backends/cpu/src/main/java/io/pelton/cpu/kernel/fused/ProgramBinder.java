package io.pelton.cpu.kernel.fused;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.elementwise.Binary;
import io.pelton.cpu.kernel.elementwise.FloatingLoops;
import io.pelton.cpu.kernel.elementwise.Rounding;
import io.pelton.cpu.kernel.elementwise.Scaling;
import io.pelton.cpu.kernel.elementwise.Unary;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * Binds programs of elementwise instructions to operands. Used once.
 *
 * @param <A> {@code float[]} or {@code double[]}
 */
public final class ProgramBinder<A> {
  private final FloatingLoops<A> loops;
  private final Rounding<A> rounding;
  private final ElementwiseProgram program;
  private final List<Source<byte[]>> conditions = new ArrayList<>();
  private final List<Source<A>> numbers = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();

  /**
   * @param rounding of every result
   */
  public ProgramBinder(FloatingLoops<A> loops, Rounding<A> rounding, ElementwiseProgram program) {
    this.loops = loops;
    this.rounding = rounding;
    this.program = program;
  }

  /**
   * @param elementsPerRow of the output
   * @param in the program's inputs
   * @param views lengths and strides in which each input is seen
   */
  public Call bind(int elementsPerRow, List<Operand> in, List<Layout> views, Operand out) {
    long[] dims = out.layout().dims();
    List<Source<?>> sources = new ArrayList<>();
    for (int input = 0; input < in.size(); input++) {
      sources.add(
          input < program.conditions()
              ? add(conditions, new Source<>(Lane.BYTES, in.get(input), views.get(input), dims))
              : add(numbers, new Source<>(loops.lane(), in.get(input), views.get(input), dims)));
    }
    Slot<A> result = new Slot<>();
    Registers<A> registers = new Registers<>(loops.lane(), program.instructions());
    for (int index = 0; index < program.instructions().size(); index++) {
      Instruction instruction = program.instructions().get(index);
      List<Slot<A>> operands =
          instruction.operands().stream().map(ref -> slot(registers, ref)).toList();
      Slot<A> z = registers.next(result);
      if (isScaling(registers, index)) {
        List<Ref> summands = program.instructions().get(index + 1).operands();
        Ref summand = summands.get(summands.get(0).equals(Ref.result(index)) ? 1 : 0);
        index++;
        addScaling(instruction, operands, slot(registers, summand), registers.next(result));
      } else {
        addStep(instruction, operands, z);
      }
    }
    Output<A> output = loops.lane().output(out);
    return new ProgramCall<>(elementsPerRow, sources, steps, output, result);
  }

  private static <T> T add(List<T> list, T element) {
    list.add(element);
    return element;
  }

  /** Of a number; an empty slot for conditions, and for bounds that are not given. */
  private Slot<A> slot(Registers<A> registers, Ref ref) {
    int number = ref.index() - program.conditions();
    return switch (ref.source()) {
      case INPUT -> number < 0 ? new Slot<>() : numbers.get(number).slot();
      case RESULT -> registers.result(ref.index());
      case ABSENT -> new Slot<>();
    };
  }

  /** Whether the next instruction adds a number to this one's product with a number. */
  private boolean isScaling(Registers<A> registers, int index) {
    if (!rounding.isNone()
        || index + 1 == program.instructions().size()
        || !registers.isReadOnlyByNext(index)) {
      return false;
    }
    Instruction product = program.instructions().get(index);
    Instruction sum = program.instructions().get(index + 1);
    return product.kind() == OpKind.MUL
        && sum.kind() == OpKind.ADD
        && product.operands().stream().anyMatch(this::isSingle)
        && sum.operands().stream().anyMatch(this::isSingle);
  }

  private boolean isSingle(Ref ref) {
    return ref.source() == Ref.Source.INPUT
        && numbers.get(ref.index() - program.conditions()).isSingle();
  }

  private void addScaling(Instruction product, List<Slot<A>> factors, Slot<A> summand, Slot<A> y) {
    int single = isSingle(product.operands().get(1)) ? 1 : 0;
    Slot<A> x = factors.get(1 - single);
    Slot<A> factor = factors.get(single);
    Scaling<A> loop = loops.scale();
    steps.add(
        count ->
            loop.apply(
                x.array,
                x.at,
                factor.array,
                factor.at,
                summand.array,
                summand.at,
                y.array,
                y.at,
                count));
  }

  private void addStep(Instruction instruction, List<Slot<A>> operands, Slot<A> z) {
    OpKind kind = instruction.kind();
    Unary<A, A> unary = loops.unary().get(kind);
    Binary<A, A> binary = loops.binary().get(kind);
    if (kind == OpKind.WHERE) {
      int condition = instruction.operands().get(0).index();
      steps.add(where(conditions.get(condition).slot(), operands.get(1), operands.get(2), z));
    } else if (kind == OpKind.CLIP) {
      steps.add(clip(operands, z));
    } else if (unary != null) {
      steps.add(unary(unary, operands.get(0), z));
    } else {
      steps.add(binary(binary, operands.get(0), operands.get(1), z));
    }
  }

  private Step unary(Unary<A, A> loop, Slot<A> x, Slot<A> y) {
    return count -> {
      loop.apply(x.array, x.at, y.array, y.at, count);
      rounding.round(y.array, y.at, count);
    };
  }

  private Step binary(Binary<A, A> loop, Slot<A> x, Slot<A> y, Slot<A> z) {
    return count -> {
      loop.apply(x.array, x.at, y.array, y.at, z.array, z.at, count);
      rounding.round(z.array, z.at, count);
    };
  }

  private Step where(Slot<byte[]> condition, Slot<A> x, Slot<A> y, Slot<A> z) {
    return count ->
        loops
            .where()
            .apply(
                condition.array, condition.at, x.array, x.at, y.array, y.at, z.array, z.at, count);
  }

  private Step clip(List<Slot<A>> operands, Slot<A> y) {
    Slot<A> x = operands.get(0);
    A bounds = loops.unbounded();
    return count -> {
      for (int bound = 1; bound < operands.size(); bound++) {
        Slot<A> slot = operands.get(bound);
        if (slot.array != null) {
          System.arraycopy(slot.array, slot.at, bounds, bound - 1, 1);
        }
      }
      loops.clip().apply(x.array, x.at, bounds, y.array, y.at, count);
    };
  }
}
