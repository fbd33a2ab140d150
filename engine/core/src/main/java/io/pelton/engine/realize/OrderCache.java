package io.pelton.engine.realize;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.plan.PlanKey;

/**
 * What was found out for one realization, to be used again: the order of its nodes once and for
 * all, plans with their memory by the shapes of inputs. Bounded, the least recently used first out.
 * Used by one pass at a time; serves one set of targets of one graph, and starts over when it is
 * used for others or when the graph was changed.
 */
public final class OrderCache implements AutoCloseable {
  /** Shapes for which plans are kept, unless it is said else. */
  public static final int CAPACITY = 16;

  private final ExecutionGuard guard =
      new ExecutionGuard("order cache", "Give every thread a cache of its own.");
  private final Bodies bodies;
  private final PlanKey key = new PlanKey();
  private Preparation preparation;
  private final Recordings recordings;

  public OrderCache() {
    this(CAPACITY);
  }

  /**
   * @param capacity shapes of inputs for which plans are kept, or of what is computed on the way,
   *     in all
   */
  public OrderCache(int capacity) {
    this.bodies = new Bodies(capacity);
    this.recordings = new Recordings(capacity);
  }

  /**
   * @throws ConcurrentUse when another pass uses it, or it is closed
   */
  void enter() {
    guard.enter();
  }

  void exit() {
    guard.exit();
  }

  /** What all passes share, or null where it was made for something else or is out of date. */
  Preparation preparation() {
    return preparation;
  }

  /** Forgets everything else. */
  void prepare(Preparation made) {
    recordings.clear();
    bodies.close();
    preparation = made;
  }

  /** To be filled for each pass. */
  PlanKey key() {
    return key;
  }

  Recordings recordings() {
    return recordings;
  }

  Bodies bodies() {
    return bodies;
  }

  /** Passes that found their plans here. */
  public long hits() {
    return recordings.first().hits();
  }

  /** Passes for which plans were made. */
  public long misses() {
    return recordings.first().misses();
  }

  /** Plans that left because too many others came. */
  public long evictions() {
    return recordings.evictions();
  }

  /** Bytes held for what passes compute on the way, those of bodies included. */
  public long bytes() {
    return recordings.bytes() + bodies.bytes();
  }

  /**
   * Releases memory on devices; waits for a pass that uses it.
   *
   * @throws IllegalStateException within such a pass
   */
  @Override
  public void close() {
    CompilerThread.checkElsewhere("order cache");
    if (guard.close()) {
      prepare(null);
    }
  }
}
