package io.pelton.engine.crew;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A daemon thread that helps one team after another. It inherits nothing from the thread that
 * starts it, so that it holds no class loader but the engine's own.
 */
final class Worker implements Runnable {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final Crew crew;
  private final Thread thread;

  /** The team that it is going to help, until it begins. */
  private final AtomicReference<Team> task = new AtomicReference<>();

  private volatile boolean isEnding;

  Worker(Crew crew) {
    this.crew = crew;
    this.thread = new Thread(null, this, "pelton-crew-" + NUMBERS.incrementAndGet(), 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
  }

  void start() {
    thread.start();
  }

  void assign(Team team) {
    task.set(team);
    LockSupport.unpark(thread);
  }

  /**
   * The team needs no more help.
   *
   * @return false when it has begun to help
   */
  boolean takeBack(Team team) {
    boolean isFree = task.compareAndSet(team, null);
    if (isFree && !crew.dismiss(this)) {
      end();
    }
    return isFree;
  }

  void end() {
    isEnding = true;
    LockSupport.unpark(thread);
  }

  @Override
  public void run() {
    while (!isEnding) {
      if (!help()) {
        LockSupport.park(this);
      }
    }
  }

  /** False when there is nothing to do. */
  private boolean help() {
    Team team = task.getAndSet(null);
    if (team == null) {
      return false;
    }
    team.help();
    if (!crew.dismiss(this)) {
      isEnding = true;
    }
    return true;
  }
}
