package io.pelton.engine.realize;

import io.pelton.engine.error.RunCancelled;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * One thread that runs one job at a time. It starts with the first job, serves all later ones, ends
 * when none came for a while and starts again on demand: so an executor that nobody closes neither
 * stays reachable through its thread nor keeps the JVM alive. Jobs come from one thread at a time;
 * closing may come from any other.
 */
final class CompilerThread implements AutoCloseable {
  static final String NAME_PREFIX = "pelton-compiler-";
  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final AtomicLong NEXT = new AtomicLong();

  private final String name = NAME_PREFIX + NEXT.incrementAndGet();
  private final AtomicInteger started = new AtomicInteger();
  private final ThreadPoolExecutor pool;
  private volatile Thread thread;
  private volatile Job unfinished;

  CompilerThread() {
    this(IDLE);
  }

  /**
   * @param idle how long the thread waits for another job
   */
  CompilerThread(Duration idle) {
    pool =
        new ThreadPoolExecutor(
            1, 1, idle.toNanos(), TimeUnit.NANOSECONDS, new LinkedBlockingQueue<>(), this::thread);
    pool.allowCoreThreadTimeOut(true);
  }

  private Thread thread(Runnable loop) {
    // Nothing is inherited: the caller may be a task whose class loader is to be unloaded.
    Thread next = new Thread(null, loop, name, 0, false);
    next.setContextClassLoader(CompilerThread.class.getClassLoader());
    next.setDaemon(true);
    thread = next;
    started.incrementAndGet();
    return next;
  }

  /** How often a thread was started. */
  int started() {
    return started.get();
  }

  String name() {
    return name;
  }

  /**
   * Starts a job.
   *
   * @param cancel called with a reason, perhaps late, when the thread is closed before the job's
   *     end; must make the job end soon
   * @throws RunCancelled when the thread is closed
   * @throws IllegalStateException when the job before has not ended: waiting here could wait for
   *     ever, since the caller may be what that job waits for
   */
  Job submit(Runnable work, Consumer<String> cancel) {
    if (unfinished != null) {
      throw new IllegalStateException(name + " runs one job at a time, and one has not ended");
    }
    Job job = new Job(work, cancel);
    unfinished = job;
    boolean isAccepted = false;
    try {
      pool.execute(job.task);
      isAccepted = true;
    } catch (RejectedExecutionException e) {
      throw new RunCancelled("the executor is closed");
    } finally {
      if (!isAccepted) {
        unfinished = null;
      }
    }
    return job;
  }

  /**
   * Cancels a job in progress, ends the thread and waits until it is gone. An interrupt is kept for
   * later.
   *
   * @throws IllegalStateException on the thread itself
   */
  @Override
  public void close() {
    checkOutside();
    pool.shutdown();
    Job job = unfinished;
    if (job != null) {
      job.cancel.accept("the executor was closed");
    }
    uninterrupted(
        () -> {
          while (!pool.awaitTermination(1, TimeUnit.HOURS)) {
            // Jobs end in time of their own.
          }
          if (thread != null) {
            thread.join();
          }
        });
  }

  /**
   * @throws IllegalStateException on the thread itself, which closing would wait for
   */
  void checkOutside() {
    if (thread == Thread.currentThread()) {
      throw new IllegalStateException(name + " can't close itself: it would wait for itself");
    }
  }

  /** What may be interrupted while it waits, and can be called again. */
  private interface Wait {
    void await() throws InterruptedException;
  }

  private static void uninterrupted(Wait wait) {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          wait.await();
          return;
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A job that was started. */
  final class Job {
    private final Consumer<String> cancel;
    private final FutureTask<Void> task;

    private Job(Runnable work, Consumer<String> cancel) {
      this.cancel = cancel;
      this.task = new FutureTask<>(() -> run(work), null);
    }

    private void run(Runnable work) {
      try {
        work.run();
      } finally {
        // Before anyone learns of the end, and may submit the next job.
        unfinished = null;
      }
    }

    /**
     * Waits until the job has ended. An interrupt is kept for later.
     *
     * @throws RuntimeException or an error: what the job threw
     */
    void join() {
      uninterrupted(
          () -> {
            try {
              task.get();
            } catch (ExecutionException e) {
              rethrow(e.getCause());
            }
          });
    }
  }

  static void rethrow(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    throw new UndeclaredThrowableException(thrown);
  }
}
