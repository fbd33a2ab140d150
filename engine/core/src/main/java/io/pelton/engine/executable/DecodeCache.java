package io.pelton.engine.executable;

import java.util.Objects;

/**
 * Keys or values of one layer.
 *
 * @param input holds the rows of earlier tokens; axes of symbolic length beside {@code axis} are
 *     batches, of 1
 * @param output has the new token's row, of the same dims beside {@code axis}: that row alone, or,
 *     where the graph appends it, after the rows of the input
 * @param axis that tokens run along, in both
 */
public record DecodeCache(String input, String output, int axis) {
  public DecodeCache {
    Objects.requireNonNull(input);
    Objects.requireNonNull(output);
    if (axis < 0) {
      throw new IllegalArgumentException("axis " + axis + " of cache '" + input + "'");
    }
  }
}
