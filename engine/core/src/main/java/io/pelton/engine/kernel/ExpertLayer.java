package io.pelton.engine.kernel;

import java.util.Arrays;

/**
 * One layer of an {@link ExpertState}, as kernels see it. Allocates only where a run notes more
 * choices than any before.
 */
public final class ExpertLayer {
  private final ExpertState state;
  private boolean[] mask;
  private int[] chosen = {};
  private int count;

  ExpertLayer(ExpertState state, boolean[] mask) {
    this.state = state;
    this.mask = mask;
  }

  /** Whether the expert is to be computed where its weights lie on the device. */
  public boolean isResident(int expert) {
    return expert >= mask.length || mask[expert];
  }

  /** Counts the product of an expert's weights with so many rows. */
  public void count(int expert, int tokens) {
    state.count(isResident(expert), tokens);
  }

  /** Whether this run wants to know what was chosen. */
  public boolean isNoting() {
    return state.isNoting();
  }

  /** Notes the next choice, token by token. */
  public void note(int expert) {
    if (count == chosen.length) {
      chosen = Arrays.copyOf(chosen, Math.max(16, 2 * count));
    }
    chosen[count++] = expert;
  }

  void place(boolean[] newMask) {
    mask = newMask;
  }

  void clear() {
    count = 0;
  }

  int[] chosen() {
    return Arrays.copyOf(chosen, count);
  }
}
