package io.pelton.examples.cli.verify;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls one task after the other on a thread of its own and waits for each only so long. A task
 * that is late can't be stopped: it goes on in the background until the program ends, and the next
 * one gets a new thread.
 */
final class TimedWorker implements AutoCloseable {
  private final Duration limit;
  private ExecutorService thread = start();

  /**
   * @param limit zero for none
   */
  TimedWorker(Duration limit) {
    this.limit = limit;
  }

  private static ExecutorService start() {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread thread = new Thread(task, "case");
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * @throws ExecutionException when the task ended with anything thrown, which is the cause; errors
   *     of the virtual machine too
   * @throws TimeoutException when the task is late
   */
  <T> T call(Callable<T> task) throws ExecutionException, TimeoutException, InterruptedException {
    Future<T> result = thread.submit(task);
    if (limit.isZero()) {
      return result.get();
    }
    try {
      return result.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      result.cancel(true);
      close();
      thread = start();
      throw e;
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
