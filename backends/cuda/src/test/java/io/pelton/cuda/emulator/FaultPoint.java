package io.pelton.cuda.emulator;

/** When a fault that was asked for shows. */
public enum FaultPoint {
  /** The call returns the error, and the context stays usable. */
  CALL,

  /** The call succeeds, and the work fails when its turn comes: the context has failed for good. */
  EXECUTION
}
