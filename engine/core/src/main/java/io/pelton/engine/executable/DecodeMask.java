package io.pelton.engine.executable;

import java.util.Objects;

/**
 * The input that tells a decoder which tokens there are: an element for each row of the caches, in
 * a graph that appends the new token one more for that, along its last axis; other axes have length
 * 1. F64, F32, F16, BF16, I64, I32 or BOOL.
 *
 * @param visible the element of tokens so far and of the new one
 * @param hidden the element of rows that hold no token. It has to keep their weight at exactly 0,
 *     so that results do not depend on how many there are
 */
public record DecodeMask(String input, double visible, double hidden) {
  public DecodeMask {
    Objects.requireNonNull(input);
  }

  /** Added to scores: 0, or negative infinity. */
  public static DecodeMask added(String input) {
    return new DecodeMask(input, 0, Double.NEGATIVE_INFINITY);
  }

  /** 1 where a token is, 0 where none is. */
  public static DecodeMask ofOnes(String input) {
    return new DecodeMask(input, 1, 0);
  }
}
