package io.pelton.cpu.kernel.fused;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Blocks for the results of a program. A block whose result is not read any more is used again, by
 * the last reader's own result too, so that few of them compete for the cache.
 */
final class Registers<A> {
  private final Lane<A> lane;
  private final List<Instruction> instructions;
  private final int[] lastReader;
  private final List<Slot<A>> results = new ArrayList<>();
  private final Deque<Slot<A>> free = new ArrayDeque<>();

  Registers(Lane<A> lane, List<Instruction> instructions) {
    this.lane = lane;
    this.instructions = instructions;
    this.lastReader = new int[instructions.size()];
    Arrays.fill(lastReader, -1);
    for (int reader = 0; reader < instructions.size(); reader++) {
      for (Ref ref : instructions.get(reader).operands()) {
        if (ref.source() == Ref.Source.RESULT) {
          lastReader[ref.index()] = reader;
        }
      }
    }
  }

  /** Whether the instruction behind that one reads its result once, and none behind that does. */
  boolean isReadOnlyByNext(int index) {
    return lastReader[index] == index + 1
        && instructions.get(index + 1).operands().stream().filter(Ref.result(index)::equals).count()
            == 1;
  }

  Slot<A> result(int index) {
    return results.get(index);
  }

  /**
   * The slot for the result of the next instruction, in order.
   *
   * @param output for the last of them
   */
  Slot<A> next(Slot<A> output) {
    int index = results.size();
    instructions.get(index).operands().stream()
        .filter(ref -> ref.source() == Ref.Source.RESULT && lastReader[ref.index()] == index)
        .distinct()
        .forEach(ref -> free.push(results.get(ref.index())));
    results.add(index == instructions.size() - 1 ? output : take());
    return results.get(index);
  }

  private Slot<A> take() {
    if (!free.isEmpty()) {
      return free.pop();
    }
    Slot<A> slot = new Slot<>();
    slot.array = lane.allocate(RawBlocks.SIZE);
    return slot;
  }
}
