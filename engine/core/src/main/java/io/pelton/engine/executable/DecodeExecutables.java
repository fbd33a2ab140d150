package io.pelton.engine.executable;

/**
 * The executables that a {@link DecodeSession} runs on, one for each length of its caches, all of
 * one {@link CompiledGraph}. Who implements this may hand the same ones to sessions that take
 * turns: each prepares the caches for itself, and the one before is then stale.
 */
public interface DecodeExecutables {
  /**
   * The executable for caches of that many rows. Asked before every token: the same one until it is
   * released.
   */
  ExecutableGraph at(long upper);

  /** Says that the session has no more use for an executable. */
  void release(ExecutableGraph executable);
}
