package io.pelton.engine.realize;

import io.pelton.engine.guard.ExecutionGuard;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A compiler thread with its guard, replaced when it was closed, and a thread for mischief. */
final class Passes {
  private final ExecutorService saboteur =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "saboteur");
            thread.setDaemon(true);
            return thread;
          });
  private ExecutionGuard guard;
  private CompilerThread compiler;

  Passes() {
    renew();
  }

  void renew() {
    guard = new ExecutionGuard("executor", "Use one a thread.");
    compiler = new CompilerThread();
  }

  ExecutionGuard guard() {
    return guard;
  }

  CompilerThread compiler() {
    return compiler;
  }

  Future<?> later(Runnable mischief) {
    return saboteur.submit(mischief);
  }

  /**
   * Waits for mischief, which may be an interrupt of the caller; what it found wrong is an error of
   * the test.
   *
   * @return whether the caller was interrupted, which it is no more
   */
  static boolean awaitEnd(Future<?> mischief) {
    boolean isInterrupted = false;
    while (true) {
      try {
        mischief.get();
        return Thread.interrupted() || isInterrupted;
      } catch (InterruptedException e) {
        isInterrupted = true;
      } catch (ExecutionException e) {
        throw new AssertionError(e.getCause());
      }
    }
  }

  /** As an executor closes: from any thread, whatever runs. */
  void closeCompiler() {
    guard.close(compiler::close);
    compiler.close();
  }

  void close() {
    closeCompiler();
    saboteur.shutdownNow();
  }
}
