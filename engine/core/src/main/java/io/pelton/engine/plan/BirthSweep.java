package io.pelton.engine.plan;

import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Places blocks in order of birth, each in the smallest gap that takes it: not as tight as the
 * search among all that live together, but its time does not grow with how many do.
 */
final class BirthSweep {
  private record Gap(long offset, long units) {}

  private final Lives lives;
  private final TreeMap<Long, Gap> byOffset = new TreeMap<>();
  private final TreeSet<Gap> bySize =
      new TreeSet<>(Comparator.comparingLong(Gap::units).thenComparingLong(Gap::offset));
  private long top;

  BirthSweep(Lives lives) {
    this.lives = lives;
  }

  long[] place() {
    long[] offsets = new long[lives.count()];
    PriorityQueue<Integer> alive = lives.byDeath();
    for (int block = 0; block < offsets.length; block++) {
      while (!alive.isEmpty() && lives.death(alive.peek()) < lives.birth(block)) {
        int dead = alive.poll();
        free(offsets[dead], lives.units(dead));
      }
      if (lives.units(block) > 0) {
        offsets[block] = take(lives.units(block));
        alive.add(block);
      }
    }
    return offsets;
  }

  private long take(long units) {
    Gap gap = bySize.ceiling(new Gap(0, units));
    if (gap != null) {
      remove(gap);
      if (gap.units() > units) {
        add(new Gap(gap.offset() + units, gap.units() - units));
      }
      return gap.offset();
    }
    long offset = top;
    Map.Entry<Long, Gap> last = byOffset.lastEntry();
    if (last != null && last.getValue().offset() + last.getValue().units() == top) {
      offset = last.getKey();
      remove(last.getValue());
    }
    top = Math.addExact(offset, units);
    return offset;
  }

  private void free(long offset, long units) {
    long start = offset;
    long end = offset + units;
    Map.Entry<Long, Gap> below = byOffset.lowerEntry(offset);
    if (below != null && below.getKey() + below.getValue().units() == start) {
      start = below.getKey();
      remove(below.getValue());
    }
    Gap above = byOffset.get(end);
    if (above != null) {
      end += above.units();
      remove(above);
    }
    add(new Gap(start, end - start));
  }

  private void add(Gap gap) {
    byOffset.put(gap.offset(), gap);
    bySize.add(gap);
  }

  private void remove(Gap gap) {
    byOffset.remove(gap.offset());
    bySize.remove(gap);
  }
}
