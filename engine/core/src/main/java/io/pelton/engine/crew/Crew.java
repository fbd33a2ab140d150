package io.pelton.engine.crew;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The threads that teams share. There are as many as all teams that have asked for helpers want
 * together, but never more than a limit; each is started when it is first needed and ends when the
 * teams that are left want fewer. Thread-safe.
 */
final class Crew {
  /**
   * One for each class loader of the engine: beside the thread that runs, one for each processor.
   */
  static final Crew SHARED = new Crew(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));

  private final int limit;
  private final Deque<Worker> idle = new ArrayDeque<>();
  private long wanted;
  private int alive;

  /**
   * @param limit of threads
   */
  Crew(int limit) {
    this.limit = limit;
  }

  /** A team wants so many helpers from now on. */
  synchronized void join(int helpers) {
    wanted += helpers;
  }

  /** A team that joined wants them no longer; none of them works for it. */
  synchronized void leave(int helpers) {
    wanted -= helpers;
    while (alive > size() && !idle.isEmpty()) {
      idle.pop().end();
      alive--;
    }
  }

  private int size() {
    return (int) Math.min(wanted, limit);
  }

  /**
   * Has threads that have nothing to do help a team; does not wait for others.
   *
   * @param helpers receives them
   * @param count how many are of use
   * @return how many there are
   */
  synchronized int call(Team team, Worker[] helpers, int count) {
    int found = 0;
    while (found < count) {
      Worker worker = idle.poll();
      if (worker == null) {
        if (alive >= size()) {
          break;
        }
        worker = new Worker(this);
        try {
          worker.start();
        } catch (OutOfMemoryError e) {
          // the machine has no thread left: the asking one does the rest, too
          break;
        }
        alive++;
      }
      worker.assign(team);
      helpers[found++] = worker;
    }
    return found;
  }

  /**
   * A thread has nothing to do any more.
   *
   * @return false when it is to end
   */
  synchronized boolean dismiss(Worker worker) {
    if (alive > size()) {
      alive--;
      return false;
    }
    idle.push(worker);
    return true;
  }

  synchronized int alive() {
    return alive;
  }

  /** Threads that help a team, or are about to. */
  synchronized int busy() {
    return alive - idle.size();
  }
}
