package io.pelton.flink.model;

import io.pelton.engine.executable.CompileOptions;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.flink.util.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A place for one model, which the first slot that needs it fills. Loading happens under a lock of
 * its own, so that other models don't wait for it. A failure stays: the slots that waited fail for
 * the same reason, and the restarted job begins with a new place. A slot that is cancelled while it
 * loads leaves the loading to the next one.
 */
final class SharedModel implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SharedModel.class);

  private final ReentrantLock lock = new ReentrantLock();
  private volatile LoadedModel model;
  private ModelFiles files;
  private RuntimeException failure;

  /**
   * @param device to compile for, as {@link CompileOptions#on(String, ClassLoader)} takes it
   * @param rows of a usual batch
   * @throws InterruptedException when the task is cancelled while it or another one loads
   */
  LoadedModel get(ModelSpec spec, String device, TaskManagerAccess access, int rows)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (failure != null) {
        throw failure;
      }
      if (model == null) {
        load(spec, device, access, rows);
        new WarmUp(spec.name(), System::nanoTime)
            .run(model.compiled(), rows, spec.settings().warmUp());
      }
      return model;
    } catch (RuntimeException e) {
      if (!Thread.currentThread().isInterrupted()) {
        failure = e;
      }
      throw e;
    } finally {
      lock.unlock();
    }
  }

  private void load(ModelSpec spec, String device, TaskManagerAccess access, int rows)
      throws InterruptedException {
    long start = System.nanoTime();
    int threads = Math.min(spec.settings().threads(), Runtime.getRuntime().availableProcessors());
    CompileOptions options = CompileOptions.on(device, access.loader()).withIntraOpThreads(threads);
    ModelFiles read = ModelFiles.read(spec, access);
    try {
      model = LoadedModel.load(spec, options, read, rows, start);
      files = read;
    } finally {
      if (model == null) {
        IOUtils.closeQuietly(read);
      }
    }
  }

  /** False where there is nothing to keep. */
  boolean isLoaded() {
    return model != null;
  }

  /**
   * After the last use: releases weights on devices and deletes copies of files; the garbage
   * collector takes the rest.
   */
  @Override
  public void close() {
    if (model == null) {
      return;
    }
    try {
      IOUtils.closeAll(model.compiled(), files);
    } catch (Exception e) {
      LOG.warn("A model could not be closed", e);
    }
    model = null;
    files = null;
  }
}
