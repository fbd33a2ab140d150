package io.pelton.cpu.second;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Where the tasks of a slow device wait until a test lets them go on. Thread-safe. */
public final class Gate {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition change = lock.newCondition();
  private boolean isOpen = true;
  private long enqueued;
  private long passed;

  /** Holds all tasks from now on. */
  public void shut() {
    set(false);
  }

  public void open() {
    set(true);
  }

  private void set(boolean open) {
    lock.lock();
    try {
      isOpen = open;
      change.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Tasks that went through so far. */
  public long passed() {
    lock.lock();
    try {
      return passed;
    } finally {
      lock.unlock();
    }
  }

  /** Returns when so many tasks were enqueued so far, whether they went through or not. */
  public void awaitEnqueued(long tasks) {
    lock.lock();
    try {
      while (enqueued < tasks) {
        change.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  void enqueued() {
    lock.lock();
    try {
      enqueued++;
      change.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void pass() {
    lock.lock();
    try {
      while (!isOpen) {
        change.awaitUninterruptibly();
      }
      passed++;
    } finally {
      lock.unlock();
    }
  }
}
