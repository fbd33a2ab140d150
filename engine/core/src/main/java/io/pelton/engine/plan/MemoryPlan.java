package io.pelton.engine.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where transient values lie, and while which steps.
 *
 * @param blocks by the index of {@link Root.Transient}
 * @param arenas in order of their first block
 */
public record MemoryPlan(List<Block> blocks, Map<ArenaKey, Arena> arenas) {
  /** The death of a value that the caller reads, after all steps. */
  public static final int END = Integer.MAX_VALUE;

  /** The offset of a value that lies in no arena but in memory of its own. */
  public static final long DETACHED = -1;

  public MemoryPlan {
    blocks = List.copyOf(blocks);
    arenas = Collections.unmodifiableMap(new LinkedHashMap<>(arenas));
  }

  /**
   * A transient value's piece of an arena.
   *
   * @param offset in units of the arena, or {@link #DETACHED}
   * @param units its length
   * @param birth the step that writes it
   * @param death the last step that reads it, its birth where none does, or {@link #END}
   */
  public record Block(ArenaKey arena, long offset, long units, int birth, int death) {
    /** The first unit behind it. */
    public long end() {
      return offset + units;
    }

    public long bytes() {
      return units * arena.unitBytes();
    }
  }

  /**
   * What an arena holds at most.
   *
   * @param peak units that it needs
   * @param lowerBound units below which no placement gets: the largest sum of blocks, each rounded
   *     up to the arena's alignment, that live at the same step
   */
  public record Arena(long peak, long lowerBound) {
    /** Peak over lower bound, 1 at best. */
    public double ratio() {
      return lowerBound == 0 ? 1 : (double) peak / lowerBound;
    }
  }

  /** True for a value that outlives the run and lies in memory of its own. */
  public boolean isDetached(int index) {
    return offset(index) == DETACHED;
  }

  /** Of a block, in units of its arena. */
  public long offset(int index) {
    return blocks.get(index).offset();
  }

  /** Bytes of all arenas. */
  public long bytes() {
    long bytes = 0;
    for (Map.Entry<ArenaKey, Arena> entry : arenas.entrySet()) {
      bytes += entry.getValue().peak() * entry.getKey().unitBytes();
    }
    return bytes;
  }
}
