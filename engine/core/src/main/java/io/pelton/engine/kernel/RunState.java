package io.pelton.engine.kernel;

import io.pelton.engine.crew.Team;
import io.pelton.engine.error.EngineException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What an executable lets its kernels know beside their operands, and they let it know. Bound calls
 * read it when they run, so that it may change between runs without binding anything anew. Used by
 * the thread that runs the executable; queues may be asked for by one that binds, too.
 */
public final class RunState implements AutoCloseable {
  /** The fractional part of the golden ratio, in units of 2^-64. */
  private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

  private static final DeviceQueue[] NONE = {};

  private final Map<Device, DeviceQueue> queues = new ConcurrentHashMap<>();

  /** The queues again, to go through without allocation. */
  private volatile DeviceQueue[] all = NONE;

  private final ExpertState experts = new ExpertState();
  private RngOptions rng = RngOptions.DEFAULT;
  private long iterations;
  private int depth;
  private long waits;
  private Runnable failed = () -> {};
  private final Team team;

  /** Of an executable that runs on the calling thread alone. */
  public RunState() {
    this(1);
  }

  /**
   * @param threads that divide large steps among them, the calling one included
   */
  public RunState(int threads) {
    this.team = new Team(threads);
  }

  /**
   * Says that a run starts: what the last one noted is forgotten. Waits for it where it may still
   * note something.
   */
  public void begin() {
    if (experts.hasLayers()) {
      await();
    }
    experts.begin();
  }

  public RngOptions rng() {
    return rng;
  }

  /** For runs from now on; waits for those that are enqueued. */
  public void setRng(RngOptions options) {
    Objects.requireNonNull(options, "options");
    if (!options.equals(rng)) {
      await();
      rng = options;
    }
  }

  /**
   * What tells the draws of a node with that key from those of others, and of other iterations of
   * the loops around it.
   */
  public long stream(long key) {
    return key + iterations;
  }

  /**
   * Runs the body of a loop once: from the second iteration on, its nodes draw other numbers than
   * in the ones before. Bodies that are no loop's are their only, first iteration.
   *
   * @param iteration from 0 on
   */
  public <T> T inBody(long iteration, Supplier<T> body) {
    long around = iterations;
    depth++;
    iterations += iteration * step(depth);
    try {
      return body.get();
    } finally {
      iterations = around;
      depth--;
    }
  }

  /** Odd, so that it takes 2^64 iterations to come back, and unlike that of any other depth. */
  private static long step(int depth) {
    return ((depth * GOLDEN_RATIO) ^ (GOLDEN_RATIO >>> 1)) | 1;
  }

  /** Takes over what was set on another one. */
  public void takeSettings(RunState other) {
    setRng(other.rng);
    experts.takeSettings(other.experts);
  }

  /** The threads that large steps may be divided among; no step of a part's may. */
  public Team team() {
    return team;
  }

  /** Where experts are placed, and what runs note about them. */
  public ExpertState experts() {
    return experts;
  }

  /** The executable's own queue on a device that is not the host. */
  public DeviceQueue queue(Device device) {
    DeviceQueue known = queues.get(device);
    return known == null ? open(device) : known;
  }

  private synchronized DeviceQueue open(Device device) {
    DeviceQueue queue = queues.computeIfAbsent(device, at -> at.runtime().orElseThrow().newQueue());
    all = queues.values().toArray(NONE);
    return queue;
  }

  /**
   * Waits until all that was enqueued has been done, also when some of it fails.
   *
   * @throws EngineException what failed
   */
  public void await() {
    EngineException failure = null;
    for (DeviceQueue queue : all) {
      try {
        queue.await();
      } catch (EngineException e) {
        failure = first(failure, e);
      }
    }
    if (failure != null) {
      failed.run();
      throw failure;
    }
    waits++;
  }

  /**
   * @param action run when something enqueued failed, before anybody is told
   */
  public void whenFailed(Runnable action) {
    failed = action;
  }

  /** How often {@link #await} found that all went well. */
  public long waits() {
    return waits;
  }

  private static EngineException first(EngineException failure, EngineException other) {
    if (failure == null) {
      return other;
    }
    failure.addSuppressed(other);
    return failure;
  }

  /** Waits until nothing runs any more, for those who drop the results and what failed. */
  public void drain() {
    for (DeviceQueue queue : all) {
      queue.drain();
    }
  }

  /** {@link #drain Drains} and ends the queues, and lets go of the team. */
  @Override
  public synchronized void close() {
    team.close();
    queues.values().forEach(DeviceQueue::close);
    queues.clear();
    all = NONE;
  }
}
