package io.pelton.engine.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lays out transient values by liveness: the largest first, each at the first gap that is free
 * while it lives.
 */
final class MemoryPlanner {
  private static final class Block {
    private final int index;
    private final ArenaKey arena;
    private final long slots;
    private final int birth;
    private int death;
    private long offset;

    private Block(int index, ArenaKey arena, long slots, int birth) {
      this.index = index;
      this.arena = arena;
      this.slots = slots;
      this.birth = birth;
      this.death = birth;
    }

    private boolean livesWith(Block other) {
      return arena.equals(other.arena) && birth <= other.death && other.birth <= death;
    }
  }

  /** A value that every reader has seen and that no later step may overwrite. */
  static final int END = Integer.MAX_VALUE;

  private final List<Block> blocks = new ArrayList<>();

  /** Adds a value that step {@code birth} writes; returns its index. */
  int add(ArenaKey arena, long slots, int birth) {
    Block block = new Block(blocks.size(), arena, slots, birth);
    blocks.add(block);
    return block.index;
  }

  /** The value is read by step {@code step}, or by the caller at {@link #END}. */
  void read(int index, int step) {
    Block block = blocks.get(index);
    block.death = Math.max(block.death, step);
  }

  MemoryPlan plan() {
    List<Block> bySize = new ArrayList<>(blocks);
    bySize.sort(
        Comparator.comparingLong((Block block) -> block.slots * block.arena.carrier().width())
            .reversed());
    List<Block> placed = new ArrayList<>();
    Map<ArenaKey, Long> sizes = new HashMap<>();
    for (Block block : bySize) {
      block.offset = firstGap(block, placed);
      placed.add(block);
      sizes.merge(block.arena, block.offset + block.slots, Math::max);
    }
    return new MemoryPlan(blocks.stream().map(block -> block.offset).toList(), sizes);
  }

  private static long firstGap(Block block, List<Block> placed) {
    List<Block> neighbours =
        placed.stream()
            .filter(block::livesWith)
            .sorted(Comparator.comparingLong(other -> other.offset))
            .toList();
    long offset = 0;
    for (Block neighbour : neighbours) {
      if (neighbour.offset - offset >= block.slots) {
        return offset;
      }
      offset = Math.max(offset, neighbour.offset + neighbour.slots);
    }
    return offset;
  }
}
