package io.pelton.flink.text;

import java.util.Arrays;

/**
 * The tokens of one piece while neighbours are merged: a list linked both ways, and a heap of the
 * merges that may be due, so that a piece of n characters takes n log n steps.
 */
final class MergingWord {
  private static final int GONE = -1;
  private static final int NONE = -1;

  private final MergeTable merges;
  private int[] tokens;
  private int size;
  private int[] before;
  private int[] after;
  private long[] due;
  private int dueCount;

  MergingWord(MergeTable merges, int expected) {
    this.merges = merges;
    this.tokens = new int[Math.max(4, expected)];
  }

  void add(int token) {
    if (size == tokens.length) {
      tokens = Arrays.copyOf(tokens, 2 * size);
    }
    tokens[size++] = token;
  }

  /**
   * Merges until no pair is left to merge: the lowest rank first, of one rank the leftmost.
   *
   * @return the tokens that are left, in order
   */
  int[] merge() {
    if (size > 1) {
      link();
      while (dueCount > 0) {
        long next = poll();
        mergeAt((int) next, (int) (next >>> 32));
      }
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (tokens[i] != GONE) {
        tokens[kept++] = tokens[i];
      }
    }
    return Arrays.copyOf(tokens, kept);
  }

  private void link() {
    before = new int[size];
    after = new int[size];
    due = new long[size];
    for (int i = 0; i < size; i++) {
      before[i] = i - 1;
      after[i] = i + 1 < size ? i + 1 : NONE;
    }
    for (int i = 0; i + 1 < size; i++) {
      offer(i, i + 1);
    }
  }

  /**
   * A merge that was due may be so no more. It still is where the pair has changed into another
   * that becomes the same token.
   */
  private void mergeAt(int left, int rank) {
    int right = tokens[left] == GONE ? NONE : after[left];
    if (right == NONE) {
      return;
    }
    int current = merges.rank(tokens[left], tokens[right]);
    int token = merges.merged(rank);
    if (current < 0 || merges.merged(current) != token) {
      return;
    }
    tokens[left] = token;
    tokens[right] = GONE;
    after[left] = after[right];
    if (after[left] != NONE) {
      before[after[left]] = left;
    }
    if (before[left] != NONE) {
      offer(before[left], left);
    }
    if (after[left] != NONE) {
      offer(left, after[left]);
    }
  }

  private void offer(int left, int right) {
    int rank = merges.rank(tokens[left], tokens[right]);
    if (rank < 0) {
      return;
    }
    if (dueCount == due.length) {
      due = Arrays.copyOf(due, 2 * dueCount);
    }
    long item = (long) rank << 32 | left;
    int at = dueCount++;
    while (at > 0 && due[(at - 1) >>> 1] > item) {
      due[at] = due[(at - 1) >>> 1];
      at = (at - 1) >>> 1;
    }
    due[at] = item;
  }

  private long poll() {
    long first = due[0];
    long item = due[--dueCount];
    int at = 0;
    while (2 * at + 1 < dueCount) {
      int child = 2 * at + 1;
      if (child + 1 < dueCount && due[child + 1] < due[child]) {
        child++;
      }
      if (due[child] >= item) {
        break;
      }
      due[at] = due[child];
      at = child;
    }
    due[at] = item;
    return first;
  }
}
