package io.pelton.engine.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/** The blocks of one arena in order of birth, and which of them live together. */
final class Lives {
  private final int[] births;
  private final int[] deaths;
  private final long[] units;

  /** Arrays by block, sorted by birth; a block lives from birth to death, both included. */
  Lives(int[] births, int[] deaths, long[] units) {
    this.births = births;
    this.deaths = deaths;
    this.units = units;
  }

  int count() {
    return births.length;
  }

  int birth(int block) {
    return births[block];
  }

  int death(int block) {
    return deaths[block];
  }

  long units(int block) {
    return units[block];
  }

  boolean liveTogether(int a, int b) {
    return births[a] <= deaths[b] && births[b] <= deaths[a];
  }

  /** Steps that it lives, counting no further than the last birth. */
  long duration(int block) {
    int last = Math.max(births[count() - 1], births[block]);
    return Math.min(deaths[block], last) - births[block] + 1L;
  }

  /** The largest sum of units that live at one step. */
  long lowerBound() {
    PriorityQueue<Integer> alive = byDeath();
    long live = 0;
    long most = 0;
    for (int block = 0; block < count(); block++) {
      while (!alive.isEmpty() && deaths[alive.peek()] < births[block]) {
        live -= units[alive.poll()];
      }
      alive.add(block);
      live = Math.addExact(live, units[block]);
      most = Math.max(most, live);
    }
    return most;
  }

  /** How many pairs of blocks live together. */
  long pairs() {
    long pairs = 0;
    for (int block = 0; block < count(); block++) {
      pairs += lastYounger(block) - block;
    }
    return pairs;
  }

  /**
   * The last block that is born while this one lives: all between the two live with it, and so does
   * none that is born later.
   */
  int lastYounger(int block) {
    int low = block;
    int high = count() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (births[middle] <= deaths[block]) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Per block, the blocks born before it that live with it. */
  int[][] older() {
    int[] counts = new int[count()];
    for (int block = 0; block < count(); block++) {
      for (int younger = lastYounger(block); younger > block; younger--) {
        counts[younger]++;
      }
    }
    int[][] older = new int[count()][];
    Arrays.setAll(older, block -> new int[counts[block]]);
    for (int block = count() - 1; block >= 0; block--) {
      for (int younger = lastYounger(block); younger > block; younger--) {
        older[younger][--counts[younger]] = block;
      }
    }
    return older;
  }

  /** An empty queue of blocks, the first to die at its head. */
  PriorityQueue<Integer> byDeath() {
    return new PriorityQueue<>(Comparator.comparingInt(block -> deaths[block]));
  }
}
