package io.pelton.cpu.kernel.index;

/** Sorts indices by what they stand for, equal ones by themselves. Allocates nothing once made. */
final class IndexSort {
  /** An order of what indices stand for. */
  @FunctionalInterface
  interface Order {
    /** Below 0 where {@code left} comes first, above 0 where {@code right} does. */
    int compare(int left, int right);
  }

  private int[] sorted;
  private int[] spare;

  IndexSort(int capacity) {
    this.sorted = new int[capacity];
    this.spare = new int[capacity];
  }

  /** Where the indices to sort are put, in ascending order, and are sorted then. */
  int[] indices() {
    return sorted;
  }

  /** Merges runs of twice the length at each pass. */
  void sort(int count, Order order) {
    for (int run = 1; run < count; run *= 2) {
      for (int from = 0; from < count; from += 2 * run) {
        merge(from, Math.min(from + run, count), Math.min(from + 2 * run, count), order);
      }
      int[] merged = spare;
      spare = sorted;
      sorted = merged;
    }
  }

  private void merge(int from, int middle, int end, Order order) {
    int left = from;
    int right = middle;
    for (int into = from; into < end; into++) {
      boolean isLeft =
          right == end || (left < middle && order.compare(sorted[left], sorted[right]) <= 0);
      spare[into] = isLeft ? sorted[left++] : sorted[right++];
    }
  }
}
