package io.pelton.cpu.kernel.expert;

import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.ExpertLayer;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.Arrays;

/** The choices of a run, grouped by expert; within a group in the order of the tokens. */
final class Choices {
  private final Rows rows;
  private final LongBlocks chosen;
  private final int experts;
  private final int[] expertOf;
  private final int[] grouped;
  private final int[] ends;

  Choices(NodeSpec node, Operand chosen, int experts) {
    int most = Math.toIntExact(chosen.layout().elements());
    this.rows = new Rows(node, chosen);
    this.chosen = LongBlocks.of(chosen, chosen.layout(), RawBlocks.SIZE);
    this.experts = experts;
    this.expertOf = new int[most];
    this.grouped = new int[most];
    this.ends = new int[experts + 1];
  }

  /** Reads the choices of the first rows. */
  void read(int activeRows) {
    int count = rows.elements(activeRows);
    Arrays.fill(ends, 0);
    for (int from = 0; from < count; from += RawBlocks.SIZE) {
      int block = Math.min(RawBlocks.SIZE, count - from);
      chosen.read(from, block);
      for (int n = 0; n < block; n++) {
        int expert = checked(chosen.array()[chosen.at() + n], from + n);
        expertOf[from + n] = expert;
        ends[expert + 1]++;
      }
    }
    for (int expert = 1; expert < experts; expert++) {
      ends[expert] += ends[expert - 1];
    }
    for (int choice = 0; choice < count; choice++) {
      grouped[ends[expertOf[choice]]++] = choice;
    }
  }

  /** Notes what was chosen for the first rows, token by token. */
  void note(int activeRows, ExpertLayer layer) {
    int count = rows.elements(activeRows);
    for (int choice = 0; choice < count; choice++) {
      layer.note(expertOf[choice]);
    }
  }

  int start(int expert) {
    return expert == 0 ? 0 : ends[expert - 1];
  }

  int end(int expert) {
    return ends[expert];
  }

  /** Which choice comes at a place within the groups. */
  int at(int place) {
    return grouped[place];
  }

  private int checked(long expert, int choice) {
    if (expert < 0 || expert >= experts) {
      throw rows.invalid(
          choice,
          "a choice is expert "
              + expert
              + " but should be within 0 and "
              + (experts - 1)
              + ", as the weights have "
              + experts
              + " experts");
    }
    return (int) expert;
  }
}
