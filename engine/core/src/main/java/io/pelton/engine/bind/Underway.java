package io.pelton.engine.bind;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.kernel.RunState;

/** Knows whether a plan has enqueued steps on devices that nobody has waited for. */
final class Underway {
  private final RunState state;
  private final boolean hasDevices;
  private boolean isUnderway;

  /**
   * @param state whose queues the steps are in
   * @param hasDevices false where there are none
   */
  Underway(RunState state, boolean hasDevices) {
    this.state = state;
    this.hasDevices = hasDevices;
  }

  /** Before steps are enqueued. */
  void begin() {
    isUnderway = hasDevices;
  }

  /**
   * Waits for what was enqueued.
   *
   * @throws EngineException when some of it failed
   */
  void await() {
    if (isUnderway) {
      isUnderway = false;
      state.await();
    }
  }

  /** Waits until memory is used no more, whatever became of it. */
  void drain() {
    if (isUnderway) {
      isUnderway = false;
      state.drain();
    }
  }

  /** The failure of a run, which leaves nothing behind in the queues. */
  EngineException settled(EngineException failure) {
    try {
      await();
    } catch (EngineException earlier) {
      failure.addSuppressed(earlier);
    }
    return failure;
  }
}
