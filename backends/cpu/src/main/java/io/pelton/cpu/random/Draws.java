package io.pelton.cpu.random;

/**
 * A sequence of numbers, drawn from its start in every run. Numbers of one kind only are drawn
 * between two starts. Used by one thread at a time; drawing allocates nothing.
 */
interface Draws {
  /**
   * Starts over.
   *
   * @param seed of the run, or of the node where it has its own
   * @param stream tells nodes and iterations of loops apart
   */
  void start(long seed, long stream);

  /** From 0 to before 1, evenly spread. */
  float uniformFloat();

  /** From 0 to before 1, evenly spread. */
  double uniformDouble();

  /** Of mean 0 and standard deviation 1. */
  float normalFloat();

  /** Of mean 0 and standard deviation 1. */
  double normalDouble();
}
