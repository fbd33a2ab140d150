package io.pelton.cuda.memory;

/** What a library keeps for one queue, such as a handle. */
public interface QueueAttachment {
  /**
   * Frees it, with the context bound, once nothing of the queue runs any more. What is in a context
   * that is lost goes with that.
   *
   * @throws io.pelton.engine.error.EngineException when the library refuses
   */
  void free();
}
