package io.pelton.engine.plan;

import java.util.Arrays;

/** Places blocks one by one, each at the first gap that is free while it lives. */
final class GapSearch {
  private static final long NOT_PLACED = -1;

  private final Lives lives;
  private final int[][] older;
  private final long[] offsets;
  private final long[] starts;
  private final long[] ends;

  GapSearch(Lives lives) {
    this.lives = lives;
    this.older = lives.older();
    this.offsets = new long[lives.count()];
    this.starts = new long[lives.count()];
    this.ends = new long[lives.count()];
  }

  /** Offsets by block, when blocks are placed in the given order. */
  long[] place(int[] order) {
    Arrays.fill(offsets, NOT_PLACED);
    for (int block : order) {
      offsets[block] = lives.units(block) == 0 ? 0 : firstGap(block, collect(block));
    }
    return offsets.clone();
  }

  /** Collects what is placed already and lives with the block; returns how many. */
  private int collect(int block) {
    int count = 0;
    for (int other : older[block]) {
      count = collect(other, count);
    }
    int last = lives.lastYounger(block);
    for (int other = block + 1; other <= last; other++) {
      count = collect(other, count);
    }
    Arrays.sort(starts, 0, count);
    Arrays.sort(ends, 0, count);
    return count;
  }

  private int collect(int other, int count) {
    if (offsets[other] == NOT_PLACED || lives.units(other) == 0) {
      return count;
    }
    starts[count] = offsets[other];
    ends[count] = offsets[other] + lives.units(other);
    return count + 1;
  }

  /**
   * Starts and ends are sorted apart: where as many blocks have ended as have started, nothing lies
   * until the next one starts.
   */
  private long firstGap(int block, int count) {
    long from = 0;
    for (int i = 0; i < count; i++) {
      if (starts[i] - from >= lives.units(block)) {
        return from;
      }
      from = ends[i];
    }
    return from;
  }
}
