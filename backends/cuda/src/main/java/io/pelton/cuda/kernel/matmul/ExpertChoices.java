package io.pelton.cuda.kernel.matmul;

import io.pelton.engine.kernel.DeviceQueue;
import io.pelton.engine.kernel.ExpertLayer;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import java.util.Arrays;

/** The choices of a run, as the host sees them. */
final class ExpertChoices {
  private final NodeSpec node;
  private final Operand chosen;
  private final ExpertLayer layer;
  private final boolean notesRouting;
  private final DeviceQueue queue;
  private final HeapStorage copy;
  private final int perRow;
  private final int[] tokens;

  /**
   * @param chosen contiguous
   * @param notesRouting whether choices are what a run notes as the layer's routing
   */
  ExpertChoices(
      NodeSpec node, Operand chosen, int experts, ExpertLayer layer, boolean notesRouting) {
    this.node = node;
    this.chosen = chosen;
    this.layer = layer;
    this.notesRouting = notesRouting;
    this.queue = node.queue();
    this.copy = HeapStorage.allocate(chosen.dtype(), chosen.layout().elements());
    this.perRow = Math.toIntExact(chosen.layout().elements() / node.rows());
    this.tokens = new int[experts];
  }

  /**
   * Waits for the choices of the first rows, checks and counts them.
   *
   * @throws io.pelton.engine.error.InvalidValue for an expert that there is not
   */
  void read(int rows) {
    int count = rows * perRow;
    queue.copy(chosen.storage(), chosen.offset(), copy, 0, count);
    queue.await();
    Arrays.fill(tokens, 0);
    boolean isNoting = notesRouting && layer.isNoting();
    for (int choice = 0; choice < count; choice++) {
      tokens[checked(choice)]++;
    }
    for (int choice = 0; isNoting && choice < count; choice++) {
      layer.note((int) expert(choice));
    }
    for (int expert = 0; expert < tokens.length; expert++) {
      if (tokens[expert] > 0) {
        layer.count(expert, tokens[expert]);
      }
    }
  }

  private long expert(int choice) {
    return chosen.dtype() == DType.I64 ? copy.longs()[choice] : copy.ints()[choice];
  }

  private int checked(int choice) {
    long expert = expert(choice);
    if (expert < 0 || expert >= tokens.length) {
      throw node.invalid(
          node.rows() == 1 ? -1 : choice / perRow,
          "a choice is expert "
              + expert
              + " but should be within 0 and "
              + (tokens.length - 1)
              + ", as the weights have "
              + tokens.length
              + " experts");
    }
    return (int) expert;
  }
}
