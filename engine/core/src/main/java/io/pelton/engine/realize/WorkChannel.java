package io.pelton.engine.realize;

/** Takes work from the compiler of a pass to whoever executes it, in order. */
interface WorkChannel {
  /** Returns before or after the work is done. */
  void put(Work work);

  /** Waits until all that was put is done, and for the answer. */
  Findings ask(Work.Inquiry inquiry);
}
