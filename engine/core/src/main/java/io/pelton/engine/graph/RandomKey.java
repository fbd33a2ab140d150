package io.pelton.engine.graph;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * Tells the numbers that a node draws from those that others draw.
 *
 * @param node one for each node of a graph; nodes with equal keys draw equal numbers
 * @param seed what the node draws from instead of the run's seed and {@code node}; empty in general
 */
public record RandomKey(long node, OptionalLong seed) {
  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  public RandomKey {
    Objects.requireNonNull(seed, "seed");
  }

  public static RandomKey of(long node) {
    return new RandomKey(node, OptionalLong.empty());
  }

  /** From a name that no other node has, by the 64-bit hash FNV-1a over its UTF-16 units. */
  public static RandomKey of(String name) {
    long hash = OFFSET;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * PRIME;
    }
    return of(hash);
  }

  /** This, drawing from a seed of its own whatever that of the run is. */
  public RandomKey withSeed(long own) {
    return new RandomKey(node, OptionalLong.of(own));
  }
}
