package io.pelton.engine.executable;

import io.pelton.engine.kernel.RngOptions;

/**
 * Where the numbers of random ops come from. Present where a graph has such ops. They start anew in
 * every run: the same seed gives the same bits.
 */
public non-sealed interface RandomNumbers extends ExecutableCapability {
  /**
   * For the next runs; nothing is compiled anew.
   *
   * @throws io.pelton.engine.error.EngineException when a run failed that was queued before; the
   *     options are as they were then
   */
  void set(RngOptions options);

  /** What runs draw from; {@link RngOptions#DEFAULT} unless it was set. */
  RngOptions options();
}
