package io.pelton.engine.executable;

import io.pelton.engine.kernel.RngOptions;

/**
 * Where the numbers of random ops come from. Present where a graph has such ops. They start anew in
 * every run: the same seed gives the same bits.
 */
public non-sealed interface RandomNumbers extends ExecutableCapability {
  /** For the next runs; nothing is compiled anew. */
  void set(RngOptions options);

  RngOptions options();
}
