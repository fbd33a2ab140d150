package io.pelton.engine.optimize;

/** What a rule does to the bits of results. */
public sealed interface Exactness {
  /** The same bits. */
  record Exact() implements Exactness {}

  /**
   * @param tolerance largest relative difference in float32
   */
  record Reassociates(double tolerance) implements Exactness {}

  Exactness EXACT = new Exact();
}
