package io.pelton.engine.plan;

import io.pelton.engine.plan.MemoryPlan.Arena;
import io.pelton.engine.plan.MemoryPlan.Block;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects transient values with their lives and lays each arena out. */
final class MemoryPlanner {
  private static final class Life {
    private final ArenaKey arena;
    private final long units;
    private final int birth;
    private int death;
    private boolean isDetached;

    private Life(ArenaKey arena, long units, int birth) {
      this.arena = arena;
      this.units = units;
      this.birth = birth;
      this.death = birth;
    }
  }

  private final List<Life> lives = new ArrayList<>();

  /**
   * Adds a value that step {@code birth} writes; returns its index.
   *
   * @param units its length in units of the arena
   */
  int add(ArenaKey arena, long units, int birth) {
    if (units < 0) {
      throw new IllegalArgumentException("a value of " + units + " units has no place");
    }
    lives.add(new Life(arena, units, birth));
    return lives.size() - 1;
  }

  /** The value is read by step {@code step}, or by the caller at {@link MemoryPlan#END}. */
  void read(int index, int step) {
    Life life = lives.get(index);
    life.death = Math.max(life.death, step);
  }

  /** The value outlives the run: it lies in memory of its own. */
  void detach(int index) {
    read(index, MemoryPlan.END);
    lives.get(index).isDetached = true;
  }

  MemoryPlan plan() {
    Map<ArenaKey, List<Integer>> members = new LinkedHashMap<>();
    Block[] blocks = new Block[lives.size()];
    for (int i = 0; i < blocks.length; i++) {
      Life life = lives.get(i);
      if (life.isDetached) {
        blocks[i] = new Block(life.arena, MemoryPlan.DETACHED, life.units, life.birth, life.death);
      } else {
        members.computeIfAbsent(life.arena, arena -> new ArrayList<>()).add(i);
      }
    }
    Map<ArenaKey, Arena> arenas = new LinkedHashMap<>();
    members.forEach((arena, indices) -> arenas.put(arena, layOut(arena, indices, blocks)));
    return new MemoryPlan(List.of(blocks), arenas);
  }

  private Arena layOut(ArenaKey arena, List<Integer> indices, Block[] blocks) {
    indices.sort(Comparator.comparingInt(index -> lives.get(index).birth));
    int count = indices.size();
    int[] births = new int[count];
    int[] deaths = new int[count];
    long[] units = new long[count];
    for (int i = 0; i < count; i++) {
      Life life = lives.get(indices.get(i));
      births[i] = life.birth;
      deaths[i] = life.death;
      units[i] = roundUp(life.units, arena.alignment());
    }
    Placement placement = new ArenaLayout(new Lives(births, deaths, units)).best();
    for (int i = 0; i < count; i++) {
      Life life = lives.get(indices.get(i));
      blocks[indices.get(i)] =
          new Block(arena, placement.offsets()[i], life.units, life.birth, life.death);
    }
    return new Arena(placement.peak(), placement.lowerBound());
  }

  private static long roundUp(long units, int alignment) {
    return Math.addExact(units, alignment - 1L) / alignment * alignment;
  }
}
