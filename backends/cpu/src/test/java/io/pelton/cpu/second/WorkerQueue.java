package io.pelton.cpu.second;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Has its tasks done by a thread of its own, beside whoever enqueues them. */
final class WorkerQueue extends SecondQueue {
  private final Gate gate;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition toWorker = lock.newCondition();
  private final Condition toOwner = lock.newCondition();
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private Thread worker;
  private boolean isBusy;
  private boolean isEnding;
  private boolean isRunning;
  private Throwable failure;

  /**
   * @param gate that every task passes before it runs
   */
  WorkerQueue(SecondMemory memory, Gate gate) {
    super(memory);
    this.gate = gate;
  }

  @Override
  void enqueue(Runnable task) {
    lock.lock();
    try {
      gate.enqueued();
      if (failure == null) {
        tasks.add(task);
        toWorker.signal();
        start();
      }
    } finally {
      lock.unlock();
    }
  }

  private void start() {
    if (worker == null) {
      worker = new Thread(this::work, "cpu:1 queue");
      worker.setDaemon(true);
      isRunning = true;
      worker.start();
    }
  }

  private void work() {
    for (Runnable task = next(); task != null; task = next()) {
      Throwable thrown = null;
      try {
        gate.pass();
        task.run();
      } catch (RuntimeException | Error e) {
        thrown = e;
      }
      done(thrown);
    }
  }

  /** Null when there is no more. */
  private Runnable next() {
    lock.lock();
    try {
      while (tasks.isEmpty() && !isEnding) {
        toWorker.awaitUninterruptibly();
      }
      isBusy = !tasks.isEmpty();
      if (!isBusy) {
        isRunning = false;
        toOwner.signal();
      }
      return tasks.poll();
    } finally {
      lock.unlock();
    }
  }

  private void done(Throwable thrown) {
    lock.lock();
    try {
      isBusy = false;
      if (thrown != null) {
        failure = thrown;
        tasks.clear();
      }
      if (tasks.isEmpty()) {
        toOwner.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  Throwable settle() {
    lock.lock();
    try {
      while (isBusy || !tasks.isEmpty()) {
        toOwner.awaitUninterruptibly();
      }
      Throwable thrown = failure;
      failure = null;
      return thrown;
    } finally {
      lock.unlock();
    }
  }

  @Override
  void end() {
    lock.lock();
    try {
      isEnding = true;
      toWorker.signal();
      while (isRunning) {
        toOwner.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }
}
