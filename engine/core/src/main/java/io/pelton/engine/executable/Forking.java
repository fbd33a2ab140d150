package io.pelton.engine.executable;

/** Makes executables that share everything but memory. Present on every executable. */
public non-sealed interface Forking extends ExecutableCapability {
  /**
   * Another executable of the same graph, which shares parameters, packed weights and plans by
   * reference and owns its arenas. It starts with the same generator of random numbers and masks,
   * without handles, feeds, targets or extent, outlives its origin, and is closed by the caller.
   * Parameters may be final or not: whichever of the two finalizes them does so for both.
   */
  ExecutableGraph fork();
}
