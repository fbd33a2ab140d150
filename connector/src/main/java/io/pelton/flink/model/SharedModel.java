package io.pelton.flink.model;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A place for one model, which the first slot that needs it fills. Loading happens under a lock of
 * its own, so that other models and other resources don't wait for it. A failure stays: the slots
 * that waited fail for the same reason, and the restarted job begins with a new place.
 */
final class SharedModel implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private LoadedModel model;
  private RuntimeException failure;

  /**
   * @throws InterruptedException when the task is cancelled while another one loads
   */
  LoadedModel get(ModelSpec spec, ClassLoader loader) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (failure != null) {
        throw failure;
      }
      if (model == null) {
        model = LoadedModel.load(spec, loader);
      }
      return model;
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    } finally {
      lock.unlock();
    }
  }

  /** With the last lease: releases weights on devices; the garbage collector takes the others. */
  @Override
  public void close() {
    if (model != null) {
      model.compiled().close();
      model = null;
    }
  }
}
